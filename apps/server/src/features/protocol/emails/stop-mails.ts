import type { Context } from '../../../context.ts';
import { linkTo } from '../../../platform/mail/link-to.ts';
import { declareMail, type FoundMail } from '../../../platform/mail/mail.ts';
import { mailText, quietButton } from '../../../platform/mail/mail-text.ts';
import { nameWithAddress } from '../../../platform/mail/templates/plain-name.ts';
import { hasPin } from '../../identity/account/index.ts';
import { findActivation } from '../activation/activation-repository.ts';
import { findContactPerson, findPeopleOfActivation } from '../people-repository.ts';
import { listDocuments } from '../requests/document-repository.ts';
import { needsSignIn } from '../requests/request-rules.ts';
import {
  type ActivationIds,
  legacies,
  type Starter,
  starterOf,
  toOwner,
  whoBegan,
  whose,
} from './activation-mails.ts';
import {
  contactReason,
  findForContact,
  findForOthers,
  type OtherContactIds,
} from './contact-mail.ts';
import { writerOf } from './letter-words.ts';
import { account, stopTokenOf, type ToOwner, waysToStop } from './owner-mail.ts';

interface Stopped extends Starter {
  /** The owner has somebody to decide about. */
  is_contact: boolean;
}

export const stopRecorded = declareMail({
  name: 'stop_recorded',
  to: 'the owner (all addresses)',
  when: 'the owner vetoed',
  retry: 'persistent',
  find: async (
    ctx: Context,
    ids: ActivationIds & ToOwner,
  ): Promise<FoundMail<Stopped> | undefined> => {
    const people = await findPeopleOfActivation(ctx.database, ids.activation_id);
    if (!people?.owner) return undefined;
    return toOwner(ctx, people.owner_id, people.owner, ids, {
      ...starterOf(people),
      is_contact: people.contact !== null,
    });
  },
  text: (words, facts, place) =>
    mailText(words, 'protocol.stop_recorded', (say) => [
      say('body'),
      ...whoBegan(words, facts),
      ...(facts.is_contact ? [say('contact')] : []),
      account(words, place),
      say('not_you'),
    ]),
});

export const startStopped = declareMail({
  name: 'start_stopped',
  to: 'the contact who began',
  when: 'the owner vetoed',
  retry: 'persistent',
  find: (ctx: Context, ids: ActivationIds) =>
    findForContact(ctx, ids, ({ release_at }) => ({ was_paid: release_at !== null })),
  text: (words, facts, place) =>
    mailText(words, 'protocol.start_stopped', (say) => [
      say('body'),
      ...whose(words, facts),
      ...(facts.was_paid ? [say('money')] : [say('unpaid')]),
      say('again'),
      words.t('protocol.not_them'),
      legacies(words, place),
    ]),
});

export const stopForOthers = declareMail({
  name: 'stop_for_others',
  to: 'the other confirmed contacts',
  when: 'the owner vetoed a start that was announced to them',
  retry: 'persistent',
  find: (ctx: Context, ids: OtherContactIds) =>
    findForOthers(ctx, ids, ({ status }) => status === 'vetoed'),
  text: (words, facts, place) =>
    mailText(
      words,
      'protocol.stop_for_others',
      (say) => [
        say('body'),
        ...whose(words, facts),
        say('nothing'),
        words.t('protocol.not_them'),
        legacies(words, place),
      ],
      contactReason,
    ),
});

const findContact = async ({ database }: Context, { contact_id }: { contact_id: string }) => {
  const found = await findContactPerson(database, contact_id);
  if (!found) return undefined;
  const { contact, language, owner, owner_id } = found;
  return { to: contact.email, language, facts: writerOf(owner), owner, owner_id };
};

export const contactQuestioned = declareMail({
  name: 'contact_questioned',
  to: 'the vetoed contact',
  when: 'after a veto, the owner asks about it',
  retry: 'persistent',
  find: async (ctx: Context, ids: { contact_id: string }) => {
    const found = await findContact(ctx, ids);
    return found && { ...found, reply_to: found.owner.email };
  },
  text: (words, facts) =>
    mailText(
      words,
      'protocol.contact_questioned',
      (say) => [
        say('body'),
        ...whose(words, facts),
        say('answer', { email: facts.owner_email ?? '' }),
        say('calm'),
      ],
      contactReason,
    ),
});

export const contactKept = declareMail({
  name: 'contact_kept',
  to: 'the vetoed contact',
  when: 'after a veto, the owner keeps the contact',
  retry: 'persistent',
  find: findContact,
  text: (words, facts, place) =>
    mailText(
      words,
      'protocol.contact_kept',
      (say) => [say('body'), ...whose(words, facts), say('nothing'), legacies(words, place)],
      contactReason,
    ),
});

export const contactApproved = declareMail({
  name: 'contact_approved',
  to: 'the contact who asked',
  when: 'an operator approved the request',
  retry: 'persistent',
  find: async (ctx: Context, ids: { contact_id: string }) => {
    const found = await findContact(ctx, ids);
    if (!found) return undefined;
    const { to, language, facts, owner_id } = found;
    return { to, language, facts: { ...facts, has_pin: await hasPin(ctx.database, owner_id) } };
  },
  text: (words, facts, place) =>
    mailText(
      words,
      'protocol.contact_approved',
      (say) => [
        [say('body'), ...(facts.has_pin ? [say('pin')] : [])],
        ...whose(words, facts),
        say('rules'),
        say('next'),
        legacies(words, place),
      ],
      contactReason,
    ),
});

export const contactApprovedForOwner = declareMail({
  name: 'contact_approved_for_owner',
  to: 'the owner (all addresses)',
  when: "an operator approved a contact's request",
  retry: 'persistent',
  find: async (ctx: Context, ids: ApprovedIds & ToOwner) => {
    const { contact_id, activation_id } = ids;
    const found = await findContactPerson(ctx.database, contact_id);
    const activation = activation_id && (await findActivation(ctx.database, activation_id));
    return (
      found &&
      toOwner(ctx, found.owner_id, found.owner, ids, {
        ...found.contact,
        stop_token: activation_id ? await stopTokenOf(ctx, activation_id, ids) : null,
        has_documents: activation_id
          ? (await listDocuments(ctx.database, activation_id)).length > 0
          : false,
        is_by_certificate: activation ? needsSignIn(activation) : false,
        has_pin: await hasPin(ctx.database, found.owner_id),
      })
    );
  },
  text: (words, { name, email, stop_token, has_documents, is_by_certificate, has_pin }, place) =>
    mailText(words, 'protocol.contact_approved_for_owner', (say) => [
      [
        say('body', { person: nameWithAddress(name, email) }),
        ...(has_documents ? [say('documents')] : []),
        ...(has_pin ? [say('pin')] : []),
      ],
      say('rules'),
      ...(stop_token ? waysToStop(words, place, stop_token, say('stop')) : []),
      ...(is_by_certificate ? [say('certificate'), account(words, place)] : []),
      say(stop_token || is_by_certificate ? 'or' : 'wrong'),
      quietButton(words.t('contacts.open_list'), linkTo(place.publicUrl, '/contact')),
    ]),
});

interface ApprovedIds {
  contact_id: string;
  /** The request that was approved, where there was one. */
  activation_id?: string;
}
