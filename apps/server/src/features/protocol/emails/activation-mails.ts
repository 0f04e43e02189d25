import { isActivationReason, type RefundReason } from '@zavet/contract/payments/payment-outcomes';
import type { ActivationEnd } from '@zavet/contract/protocol/protocol-values';
import { rulesAt, waitingHoursOf } from '@zavet/contract/protocol/release-rules';
import type { Context } from '../../../context.ts';
import { linkTo } from '../../../platform/mail/link-to.ts';
import { declareMail, type FoundMail } from '../../../platform/mail/mail.ts';
import { type MailBlock, mailText } from '../../../platform/mail/mail-text.ts';
import type { SiteInfo } from '../../../platform/mail/site-info.ts';
import { rubles } from '../../../platform/mail/templates/figures.ts';
import type { MailWords } from '../../../platform/mail/templates/mail-words.ts';
import { nameWithAddress } from '../../../platform/mail/templates/plain-name.ts';
import { findPerson } from '../../identity/account/index.ts';
import { findActivation } from '../activation/activation-repository.ts';
import {
  type ActivationPeople,
  findContactPerson,
  findOwnerOfPayment,
  findPeopleOfActivation,
} from '../people-repository.ts';
import { findRules } from '../rules/rules-repository.ts';
import { personOf, type Writer, writerOf } from './letter-words.ts';
import { addressOfOwner, stopTokenOf, type ToOwner, waysToStop } from './owner-mail.ts';

export interface ActivationIds {
  activation_id: string;
}

export type OwnerIds = ActivationIds & ToOwner;

interface Attempt {
  contact_name: string;
  contact_email: string;
  /** A moment. */
  at: string;
}

const findAttempt =
  (moment: 'started_at' | 'activated_at') =>
  async (ctx: Context, ids: OwnerIds): Promise<FoundMail<Attempt> | undefined> => {
    const people = await findPeopleOfActivation(ctx.database, ids.activation_id);
    const at = people?.[moment];
    if (!people?.owner || !people.contact || !at) return undefined;
    return toOwner(ctx, people.owner_id, people.owner, ids, { ...named(people.contact), at });
  };

interface StartedAttempt extends Attempt {
  /** Between payment and letters, as it stands now. */
  waiting_hours: number;
  stop_token: string | null;
}

export const activationPaymentStarted = declareMail({
  name: 'activation_payment_started',
  to: 'the owner (all addresses)',
  when: 'a contact began to pay for the activation',
  retry: 'persistent',
  find: async (ctx: Context, ids: OwnerIds): Promise<FoundMail<StartedAttempt> | undefined> => {
    const found = await findAttempt('started_at')(ctx, ids);
    const activation = await findActivation(ctx.database, ids.activation_id);
    if (!found || !activation) return undefined;
    const kept = await findRules(ctx.database, activation.deceased_user_id);
    const rules = rulesAt(kept, ctx.clock.now());
    const waiting_hours = waitingHoursOf(rules, activation.is_alone);
    const stop_token = await stopTokenOf(ctx, ids.activation_id, ids);
    return { ...found, facts: { ...found.facts, waiting_hours, stop_token } };
  },
  text: (words, facts, site) =>
    mailText(words, 'protocol.activation_payment_started', (say) => [
      say('body', {
        person: nameWithAddress(facts.contact_name, facts.contact_email),
        moment: words.moment(facts.at),
      }),
      facts.waiting_hours === 0
        ? say('effect')
        : say('effect_later', { time: waitingTime(words, facts.waiting_hours) }),
      ...waysToStop(words, site, facts.stop_token, say('wrong')),
    ]),
});

/** Null where that person is gone from the service. */
export interface Starter {
  contact_name: string | null;
  contact_email: string | null;
}

interface EndedAttempt extends Starter {
  at: string;
  /** An operator's no is an end as well. */
  end_reason: ActivationEnd | 'rejected';
  is_refunded: boolean;
}

export const activationAttemptEnded = declareMail({
  name: 'activation_attempt_ended',
  to: 'the owner (all addresses)',
  when: 'an activation attempt ended',
  retry: 'persistent',
  find: async (ctx: Context, ids: OwnerIds): Promise<FoundMail<EndedAttempt> | undefined> => {
    const people = await findPeopleOfActivation(ctx.database, ids.activation_id);
    if (!people?.owner) return undefined;
    const { started_at, status } = people;
    const end_reason = people.end_reason ?? (status === 'rejected' ? status : null);
    if (!end_reason) return undefined;
    return toOwner(ctx, people.owner_id, people.owner, ids, {
      ...starterOf(people),
      at: started_at,
      end_reason,
      is_refunded: status === 'refunded',
    });
  },
  text: (words, facts, site) =>
    mailText(words, 'protocol.activation_attempt_ended', (say) => [
      attemptOf(words, facts),
      say(`why.${facts.end_reason}`),
      ...(facts.is_refunded ? [say('refunded')] : []),
      say('nothing'),
      contactList(words, site),
    ]),
});

export const protocolActivated = declareMail({
  name: 'protocol_activated',
  to: 'the owner (all addresses)',
  when: 'the protocol was activated',
  retry: 'persistent',
  find: findAttempt('activated_at'),
  text: (words, facts, site) =>
    mailText(words, 'protocol.protocol_activated', (say) => [
      say('body', {
        person: nameWithAddress(facts.contact_name, facts.contact_email),
        moment: words.moment(facts.at),
      }),
      say('meaning'),
      say('mistake'),
      mailScreen(words, site),
    ]),
});

export const activationPinLocked = declareMail({
  name: 'activation_pin_locked',
  to: 'the owner (all addresses)',
  when: 'a contact is locked out after wrong PINs',
  retry: 'persistent',
  find: async (ctx: Context, ids: { contact_id: string } & ToOwner) => {
    const found = await findContactPerson(ctx.database, ids.contact_id);
    return found && toOwner(ctx, found.owner_id, found.owner, ids, found.contact);
  },
  text: (words, { name, email }, site) =>
    mailText(words, 'protocol.activation_pin_locked', (say) => [
      say('body', { person: nameWithAddress(name, email) }),
      say('meaning'),
      say('unexpected'),
      contactList(words, site),
    ]),
});

export const activationConfirmed = declareMail({
  name: 'activation_confirmed',
  to: 'the contact who paid',
  when: 'the protocol was activated',
  retry: 'persistent',
  find: async ({ database }: Context, { activation_id }: ActivationIds) => {
    const people = await findPeopleOfActivation(database, activation_id);
    if (!people?.owner || !people.initiator) return undefined;
    return addressed(people.initiator, writerOf(people.owner));
  },
  text: (words, facts, site) =>
    mailText(words, 'protocol.activation_confirmed', (say) => [
      say('body'),
      ...whose(words, facts),
      say('next'),
      say('follow'),
      legacies(words, site),
    ]),
});

export const activationRefunded = declareMail({
  name: 'activation_refunded',
  to: 'the contact who paid',
  when: 'the fee is refunded',
  retry: 'persistent',
  find: async (
    { database }: Context,
    ids: { payer_id: string; payment_id: string; amount_kopecks: number; reason: RefundReason },
  ) => {
    const payer = await findPerson(database, ids.payer_id);
    const owner = await findOwnerOfPayment(database, ids.payment_id);
    const { amount_kopecks, reason } = ids;
    return payer && addressed(payer, { ...writerOf(owner), amount_kopecks, reason });
  },
  text: (words, facts, site) =>
    mailText(words, 'protocol.activation_refunded', (say) => [
      say('body'),
      ...whose(words, facts),
      ...whyRefunded(words, facts.reason),
      say('money', {
        amount: rubles(words, facts.amount_kopecks),
      }),
      legacies(words, site),
    ]),
});

/** For mails that are due only while the starter is a contact. */
export function named({ name, email }: { name: string; email: string }) {
  return { contact_name: name, contact_email: email };
}

/** The contact may be gone by then; the account that paid still has a name. */
export function starterOf({ contact, initiator }: ActivationPeople): Starter {
  return {
    contact_name: contact?.name ?? initiator?.full_name ?? null,
    contact_email: contact?.email ?? initiator?.email ?? null,
  };
}

export function addressed<Facts>(
  { email, language }: { email: string; language: FoundMail<Facts>['language'] },
  facts: Facts,
): FoundMail<Facts> {
  return { to: email, language, facts };
}

/** To one of the owner's addresses; undefined when that is none of theirs any more. */
export async function toOwner<Facts>(
  ctx: Pick<Context, 'database'>,
  ownerId: string,
  { language }: { language: FoundMail<Facts>['language'] },
  ids: ToOwner,
  facts: Facts,
): Promise<FoundMail<Facts> | undefined> {
  const to = await addressOfOwner(ctx, ownerId, ids);
  return to === undefined ? undefined : { to, language, facts };
}

/** To one of the owner's addresses, with the contact who began and the link that vetoes the start. */
export async function findForOwner<Facts extends object>(
  ctx: Context,
  ids: OwnerIds,
  factsOf: (people: ActivationPeople) => Facts | undefined | Promise<Facts | undefined>,
): Promise<FoundMail<Starter & Facts & { stop_token: string | null }> | undefined> {
  const people = await findPeopleOfActivation(ctx.database, ids.activation_id);
  const facts = people?.owner && (await factsOf(people));
  if (!people?.owner || !facts) return undefined;
  const stop_token = await stopTokenOf(ctx, ids.activation_id, ids);
  const all = { ...starterOf(people), ...facts, stop_token };
  return toOwner(ctx, people.owner_id, people.owner, ids, all);
}

/** A waiting time as people say it: a day in hours, more in days. */
function waitingTime({ t }: MailWords, hours: number): string {
  return hours <= 24
    ? t('duration.hours', { count: hours })
    : t('duration.days', { count: Math.round(hours / 24) });
}

export function mailScreen({ t }: MailWords, { publicUrl }: SiteInfo): MailBlock {
  return { button: t('protocol.open_mail'), href: linkTo(publicUrl, '/mail') };
}

export function legacies({ t }: MailWords, { publicUrl }: SiteInfo): MailBlock {
  return { button: t('protocol.open_legacies'), href: linkTo(publicUrl, '/trusted-legacies') };
}

function contactList({ t }: MailWords, { publicUrl }: SiteInfo): MailBlock {
  return { button: t('contacts.open_list'), href: linkTo(publicUrl, '/contact') };
}

export function whose({ t }: MailWords, facts: Writer): string[] {
  const person = personOf(facts);
  return person ? [t('protocol.whose', { person })] : [];
}

/** Who began what the owner may stop. Empty when that person is gone from the service. */
export function whoBegan({ t }: MailWords, { contact_name, contact_email }: Starter): string[] {
  if (!contact_email) return [];
  return [t('protocol.who_began', { person: nameWithAddress(contact_name ?? '', contact_email) })];
}

function attemptOf({ t, moment }: MailWords, facts: EndedAttempt): string {
  const { contact_name, contact_email, at } = facts;
  if (!contact_email) return t('protocol.activation_attempt_ended.gone', { moment: moment(at) });
  const person = nameWithAddress(contact_name ?? '', contact_email);
  return t('protocol.activation_attempt_ended.body', { person, moment: moment(at) });
}

function whyRefunded({ t }: MailWords, reason: RefundReason): string[] {
  return isActivationReason(reason) ? [t(`protocol.activation_refunded.why.${reason}`)] : [];
}
