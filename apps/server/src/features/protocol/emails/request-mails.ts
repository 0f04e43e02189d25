import type { Context } from '../../../context.ts';
import { declareMail, mailText, quietButton } from '../../../platform/mail/mail.ts';
import { linkTo } from '../../../platform/mail/mailed-link.ts';
import { nameWithAddress } from '../../../platform/mail/templates/plain-name.ts';
import { hasPin } from '../../identity/account/index.ts';
import { findActivation } from '../activation/activation-repository.ts';
import { needsSignIn } from '../activation/veto-rules.ts';
import { findContactPerson } from '../people-repository.ts';
import { openPapers } from '../requests/open-request.ts';
import { listDocuments } from '../requests/papers-repository.ts';
import { answerDueAt } from '../requests/request-rules.ts';
import {
  type ActivationIds,
  contactText,
  findContactMail,
  findForContact,
} from './contact-mail.ts';
import {
  accountButton,
  contactFacts,
  findForOwner,
  type OwnerIds,
  type ToOwner,
  toOwner,
  vetoBlocks,
  vetoTokenOf,
} from './owner-mail.ts';

export const requestFiledForOwner = declareMail({
  name: 'request_filed_for_owner',
  to: 'the owner (all addresses)',
  when: 'a contact filed an activation request',
  retry: 'persistent',
  find: (ctx: Context, ids: OwnerIds) =>
    findForOwner(ctx, ids, ({ contact, started_at }) =>
      contact ? { ...contactFacts(contact), at: started_at } : undefined,
    ),
  text: (words, facts, site) =>
    mailText(words, 'protocol.request_filed_for_owner', (say) => [
      say('body', {
        person: nameWithAddress(facts.contact_name, facts.contact_email),
        moment: words.moment(facts.at),
      }),
      say('effect'),
      ...vetoBlocks(words, site, facts.stop_token, say('wrong'), words.t('protocol.i_am_here')),
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
      return activation?.certificate_proposed_at ? contactFacts(contact) : undefined;
    }),
  text: (words, facts, site) =>
    mailText(words, 'protocol.certificate_proposed_for_owner', (say) => [
      say('body', { person: nameWithAddress(facts.contact_name, facts.contact_email) }),
      say('effect'),
      ...vetoBlocks(words, site, facts.stop_token, say('wrong'), words.t('protocol.i_am_here')),
    ]),
});

export const requestReceived = declareMail({
  name: 'request_received',
  to: 'the contact who asked',
  when: 'the request was filed, or an operator asked for another document',
  retry: 'persistent',
  find: (ctx: Context, ids: ActivationIds & { asked_at?: string }) =>
    findForContact(ctx, ids, async ({ status, started_at }) => {
      if (status !== 'requested') return undefined;
      const answer_by = answerDueAt(new Date(started_at)).toISOString();
      if (!ids.asked_at) return { answer_by, asked_for: null };
      const { asked } = await openPapers(ctx, ids.activation_id);
      const isOpen = asked?.asked_at.toISOString() === ids.asked_at && !asked.answered_at;
      return isOpen ? { answer_by, asked_for: asked.text } : undefined;
    }),
  text: (words, facts, site) =>
    facts.asked_for === null
      ? contactText(words, site, facts, 'protocol.request_received', (say) => [
          [say('body'), say('by', { day: words.day(facts.answer_by) })],
          say('documents'),
          say('owner'),
        ])
      : contactText(words, site, facts, 'protocol.request_document_asked', (say) => [
          say('body'),
          { verbatim: facts.asked_for ?? '' },
          say('add'),
        ]),
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
      // A note of operators does not belong to the owner's answer.
      const isByOperator = rejection !== 'owner_answered';
      return { rejection, note: isByOperator ? (await openPapers(ctx, activation_id)).note : null };
    }),
  text: (words, facts, site) =>
    contactText(words, site, facts, 'protocol.request_rejected', (say) => [
      say('body'),
      say(`why.${facts.rejection}`),
      ...(facts.note ? [say('note'), { verbatim: facts.note }] : []),
      ...(facts.rejection === 'owner_answered' ? [words.t('protocol.not_them')] : []),
      say('again'),
    ]),
});

export const contactApproved = declareMail({
  name: 'contact_approved',
  to: 'the contact who asked',
  when: 'an operator approved the request',
  retry: 'persistent',
  find: async (ctx: Context, ids: { contact_id: string }) => {
    const found = await findContactMail(ctx, ids);
    if (!found) return undefined;
    const { to, language, facts, owner_id } = found;
    return { to, language, facts: { ...facts, has_pin: await hasPin(ctx.database, owner_id) } };
  },
  text: (words, facts, site) =>
    contactText(words, site, facts, 'protocol.contact_approved', (say) => [
      [say('body'), ...(facts.has_pin ? [say('pin')] : [])],
      say('rules'),
      say('next'),
    ]),
});

export const contactApprovedForOwner = declareMail({
  name: 'contact_approved_for_owner',
  to: 'the owner (all addresses)',
  when: "an operator approved a contact's request",
  retry: 'persistent',
  find: async (ctx: Context, ids: { contact_id: string; activation_id?: string } & ToOwner) => {
    const { contact_id, activation_id } = ids;
    const found = await findContactPerson(ctx.database, contact_id);
    const activation = activation_id && (await findActivation(ctx.database, activation_id));
    return (
      found &&
      toOwner(ctx, found.owner_id, found.owner, ids, {
        ...found.contact,
        stop_token: activation_id ? await vetoTokenOf(ctx, activation_id, ids) : null,
        has_documents: activation_id
          ? (await listDocuments(ctx.database, activation_id)).length > 0
          : false,
        is_by_certificate: activation ? needsSignIn(activation) : false,
        has_pin: await hasPin(ctx.database, found.owner_id),
      })
    );
  },
  text: (words, { name, email, stop_token, has_documents, is_by_certificate, has_pin }, site) =>
    mailText(words, 'protocol.contact_approved_for_owner', (say) => [
      [
        say('body', { person: nameWithAddress(name, email) }),
        ...(has_documents ? [say('documents')] : []),
        ...(has_pin ? [say('pin')] : []),
      ],
      say('rules'),
      ...(stop_token ? vetoBlocks(words, site, stop_token, say('stop')) : []),
      ...(is_by_certificate ? [say('certificate'), accountButton(words, site)] : []),
      say(stop_token || is_by_certificate ? 'or' : 'wrong'),
      quietButton(words.t('contacts.open_list'), linkTo(site.publicUrl, '/contact')),
    ]),
});

export const requestMails = [
  requestFiledForOwner,
  certificateProposedForOwner,
  requestReceived,
  requestRejected,
  contactApproved,
  contactApprovedForOwner,
];
