import type { Context } from '../../../context.ts';
import { declareMail } from '../../../platform/mail/mail.ts';
import { mailText } from '../../../platform/mail/mail-text.ts';
import { nameWithAddress } from '../../../platform/mail/templates/plain-name.ts';
import { findActivation } from '../activation/activation-repository.ts';
import { openPapers } from '../requests/open-papers.ts';
import { answerBy } from '../requests/request-rules.ts';
import {
  type ActivationIds,
  findForOwner,
  legacies,
  named,
  type OwnerIds,
  whose,
} from './activation-mails.ts';
import { contactReason, findForContact } from './contact-mail.ts';
import { waysToStop } from './owner-mail.ts';

export const requestFiledForOwner = declareMail({
  name: 'request_filed_for_owner',
  to: 'the owner (all addresses)',
  when: 'a contact filed an activation request',
  retry: 'persistent',
  find: (ctx: Context, ids: OwnerIds) =>
    findForOwner(ctx, ids, ({ contact, started_at }) =>
      contact ? { ...named(contact), at: started_at } : undefined,
    ),
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
  to: 'the owner (all addresses)',
  when: 'an operator proposed approval by death certificate',
  retry: 'persistent',
  find: (ctx: Context, ids: OwnerIds) =>
    findForOwner(ctx, ids, async ({ contact, status }) => {
      if (!contact || status !== 'requested') return undefined;
      const activation = await findActivation(ctx.database, ids.activation_id);
      return activation?.certificate_proposed_at ? named(contact) : undefined;
    }),
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
  when: 'the request was filed',
  retry: 'persistent',
  find: (ctx: Context, ids: ActivationIds) =>
    findForContact(ctx, ids, ({ status, started_at }) =>
      status === 'requested'
        ? { answer_by: answerBy(new Date(started_at)).toISOString() }
        : undefined,
    ),
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

export const requestRejected = declareMail({
  name: 'request_rejected',
  to: 'the contact who asked',
  when: 'the request was rejected, or the owner answered',
  retry: 'persistent',
  find: (ctx: Context, ids: ActivationIds) =>
    findForContact(ctx, ids, async () => {
      const { activation_id } = ids;
      const rejection = (await findActivation(ctx.database, activation_id))?.rejection;
      if (!rejection) return undefined;
      // An explanation of a former first step is no part of the owner's answer.
      const isOperators = rejection !== 'owner_answered';
      return { rejection, note: isOperators ? (await openPapers(ctx, activation_id)).note : null };
    }),
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
