import { declareMail, type FoundMail } from '../../../platform/mail/mail.ts';
import { mailText } from '../../../platform/mail/mail-text.ts';
import { nameWithAddress } from '../../../platform/mail/templates/plain-name.ts';
import { findActivation } from '../activation/activation-repository.ts';
import { isDoubted } from '../doubts/doubt-repository.ts';
import { findPeopleOfActivation } from '../people-repository.ts';
import type { ProtocolDeps } from '../protocol-deps.ts';
import { type ActivationIds, addressed, legacies, toOwner, whose } from './activation-mails.ts';
import { contactName, contactReason, findForOthers, type OtherContactIds } from './contact-mail.ts';
import { type Writer, writerOf } from './letter-words.ts';
import { stopTokenOf, type ToOwner, waysToStop } from './owner-mail.ts';

export const agreementAsked = declareMail({
  name: 'agreement_asked',
  to: 'the other confirmed contacts',
  when: 'a contact wants to start, and the owner wants two to agree',
  retry: 'persistent',
  find: (deps: ProtocolDeps, ids: OtherContactIds) =>
    findForOthers(deps, ids, ({ status }) => status === 'agreement_pending'),
  text: (words, facts, place) =>
    mailText(
      words,
      'protocol.agreement_asked',
      (say) => [
        say('body', { name: contactName(words, facts.starter_name) }),
        words.t('protocol.what_happened'),
        ...whose(words, facts),
        say('rule'),
        say('ask'),
        legacies(words, place),
      ],
      contactReason,
    ),
});

interface AskedForOwner {
  contact_name: string;
  contact_email: string;
  at: string;
  /** Somebody who had begun before has agreed by that. */
  is_agreed: boolean;
  stop_token: string | null;
}

export const agreementAskedForOwner = declareMail({
  name: 'agreement_asked_for_owner',
  to: 'the owner, at every address',
  when: 'a contact wants to start, and another is asked to agree',
  retry: 'persistent',
  find: async (
    deps: ProtocolDeps,
    ids: ActivationIds & ToOwner,
  ): Promise<FoundMail<AskedForOwner> | undefined> => {
    const people = await findPeopleOfActivation(deps.database, ids.activation_id);
    if (!people?.owner || !people.contact) return undefined;
    const is_agreed = people.status === 'agreed';
    // Later ones have mails of their own.
    if (people.status !== 'agreement_pending' && !is_agreed) return undefined;
    return toOwner(deps, people.owner_id, people.owner, ids, {
      contact_name: people.contact.name,
      contact_email: people.contact.email,
      at: people.started_at,
      is_agreed,
      stop_token: await stopTokenOf(deps, ids.activation_id, ids),
    });
  },
  text: (words, facts, place) =>
    mailText(words, 'protocol.agreement_asked_for_owner', (say) => [
      say('body', {
        person: nameWithAddress(facts.contact_name, facts.contact_email),
        moment: words.moment(facts.at),
      }),
      say(facts.is_agreed ? 'agreed' : 'effect'),
      ...waysToStop(words, place, facts.stop_token, say('wrong')),
    ]),
});

export const agreementGiven = declareMail({
  name: 'agreement_given',
  to: 'the contact who began',
  when: 'another contact agrees',
  retry: 'persistent',
  find: async (
    { database }: ProtocolDeps,
    { activation_id }: ActivationIds,
  ): Promise<FoundMail<Writer> | undefined> => {
    const people = await findPeopleOfActivation(database, activation_id);
    if (!people?.owner || !people.initiator || people.status !== 'agreed') return undefined;
    return addressed(people.initiator, writerOf(people.owner));
  },
  text: (words, facts, place) =>
    mailText(words, 'protocol.agreement_given', (say) => [
      say('body'),
      ...whose(words, facts),
      say('next'),
      legacies(words, place),
    ]),
});

export const agreementUnanswered = declareMail({
  name: 'agreement_unanswered',
  to: 'the contact who began',
  when: 'the 14 days are over, and none of the other contacts has answered',
  retry: 'persistent',
  find: async (
    { database }: ProtocolDeps,
    { activation_id }: ActivationIds,
  ): Promise<FoundMail<Writer> | undefined> => {
    const people = await findPeopleOfActivation(database, activation_id);
    const activation = await findActivation(database, activation_id);
    if (!people?.owner || !people.initiator || !activation) return undefined;
    const isSilent =
      activation.status === 'agreement_pending' && !(await isDoubted(database, activation));
    return isSilent ? addressed(people.initiator, writerOf(people.owner)) : undefined;
  },
  text: (words, facts, place) =>
    mailText(words, 'protocol.agreement_unanswered', (say) => [
      say('body'),
      ...whose(words, facts),
      say('alone'),
      say('still'),
      legacies(words, place),
    ]),
});
