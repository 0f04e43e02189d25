import type { RejectionReason } from '@zavet/contract/protocol/request-values';
import { declareMail, type FoundMail } from '../../../platform/mail/mail.ts';
import { mailText } from '../../../platform/mail/mail-text.ts';
import { nameWithAddress } from '../../../platform/mail/templates/plain-name.ts';
import { findActivation } from '../activation/activation-repository.ts';
import { findPeopleOfActivation } from '../people-repository.ts';
import type { ProtocolDeps } from '../protocol-deps.ts';
import { openPapers } from '../requests/open-papers.ts';
import { answerBy } from '../requests/request-rules.ts';
import { type ActivationIds, addressed, legacies, toOwner, whose } from './activation-mails.ts';
import { contactReason } from './contact-mail.ts';
import { type Writer, writerOf } from './letter-words.ts';
import { stopTokenOf, type ToOwner, waysToStop } from './owner-mail.ts';

interface FiledForOwner {
  contact_name: string;
  contact_email: string;
  at: string;
  stop_token: string | null;
}

export const requestFiledForOwner = declareMail({
  name: 'request_filed_for_owner',
  to: 'the owner, at every address',
  when: 'a contact asks the operators to be let start the protocol',
  retry: 'persistent',
  find: async (
    deps: ProtocolDeps,
    ids: ActivationIds & ToOwner,
  ): Promise<FoundMail<FiledForOwner> | undefined> => {
    const people = await findPeopleOfActivation(deps.database, ids.activation_id);
    if (!people?.owner || !people.contact) return undefined;
    return toOwner(deps, people.owner_id, people.owner, ids, {
      contact_name: people.contact.name,
      contact_email: people.contact.email,
      at: people.started_at,
      stop_token: await stopTokenOf(deps, ids.activation_id, ids),
    });
  },
  text: (words, facts, place) =>
    mailText(words, 'protocol.request_filed_for_owner', (say) => [
      say('body', {
        person: nameWithAddress(facts.contact_name, facts.contact_email),
        moment: words.moment(facts.at),
      }),
      say('effect'),
      ...waysToStop(words, place, facts.stop_token, say('wrong'), words.t('protocol.i_am_here')),
    ]),
});

export const certificateProposedForOwner = declareMail({
  name: 'certificate_proposed_for_owner',
  to: 'the owner, at every address',
  when: 'an operator has seen a death certificate among the documents of a request',
  retry: 'persistent',
  find: async (
    deps: ProtocolDeps,
    ids: ActivationIds & ToOwner,
  ): Promise<FoundMail<Omit<FiledForOwner, 'at'>> | undefined> => {
    const people = await findPeopleOfActivation(deps.database, ids.activation_id);
    if (!people?.owner || !people.contact || people.status !== 'requested') return undefined;
    const activation = await findActivation(deps.database, ids.activation_id);
    if (!activation?.certificate_proposed_at) return undefined;
    return toOwner(deps, people.owner_id, people.owner, ids, {
      contact_name: people.contact.name,
      contact_email: people.contact.email,
      stop_token: await stopTokenOf(deps, ids.activation_id, ids),
    });
  },
  text: (words, facts, place) =>
    mailText(words, 'protocol.certificate_proposed_for_owner', (say) => [
      say('body', { person: nameWithAddress(facts.contact_name, facts.contact_email) }),
      say('effect'),
      ...waysToStop(words, place, facts.stop_token, say('wrong'), words.t('protocol.i_am_here')),
    ]),
});

export const requestReceived = declareMail({
  name: 'request_received',
  to: 'the contact who asked',
  when: 'the request is there',
  retry: 'persistent',
  find: async (
    { database }: ProtocolDeps,
    { activation_id }: ActivationIds,
  ): Promise<FoundMail<Writer & { answer_by: string }> | undefined> => {
    const people = await findPeopleOfActivation(database, activation_id);
    if (!people?.owner || !people.initiator || people.status !== 'requested') return undefined;
    const answer_by = answerBy(new Date(people.started_at)).toISOString();
    return addressed(people.initiator, { ...writerOf(people.owner), answer_by });
  },
  text: (words, facts, place) =>
    mailText(
      words,
      'protocol.request_received',
      (say) => [
        [say('body'), say('by', { day: words.day(facts.answer_by) })],
        ...whose(words, facts),
        say('documents'),
        say('owner'),
        legacies(words, place),
      ],
      contactReason,
    ),
});

interface Rejected extends Writer {
  rejection: RejectionReason;
  /** The operator's explanation, opened when the mail is written. */
  note: string | null;
}

export const requestRejected = declareMail({
  name: 'request_rejected',
  to: 'the contact who asked',
  when: 'an operator says no, or the owner answers',
  retry: 'persistent',
  find: async (
    deps: ProtocolDeps,
    { activation_id }: ActivationIds,
  ): Promise<FoundMail<Rejected> | undefined> => {
    const { database } = deps;
    const people = await findPeopleOfActivation(database, activation_id);
    const rejection = (await findActivation(database, activation_id))?.rejection;
    if (!people?.owner || !people.initiator || !rejection) return undefined;
    // An explanation of a former first step is no part of the owner's answer.
    const isOperators = rejection !== 'owner_answered';
    const note = isOperators ? (await openPapers(deps, activation_id)).note : null;
    return addressed(people.initiator, { ...writerOf(people.owner), rejection, note });
  },
  text: (words, facts, place) =>
    mailText(
      words,
      'protocol.request_rejected',
      (say) => [
        say('body'),
        ...whose(words, facts),
        say(`why.${facts.rejection}`),
        ...(facts.note ? [say('note'), { verbatim: facts.note }] : []),
        ...(facts.rejection === 'owner_answered' ? [words.t('protocol.not_them')] : []),
        say('again'),
        legacies(words, place),
      ],
      contactReason,
    ),
});
