import { isActivationReason, type RefundReason } from '@zavet/contract/payments/payment-outcomes';
import type { ActivationEnd } from '@zavet/contract/protocol/protocol-values';
import { linkTo } from '../../../platform/mail/link-to.ts';
import { declareMail, type FoundMail } from '../../../platform/mail/mail.ts';
import type { MailPlace } from '../../../platform/mail/mail-place.ts';
import { type MailBlock, mailText } from '../../../platform/mail/mail-text.ts';
import { rubles } from '../../../platform/mail/templates/figures.ts';
import type { MailWords } from '../../../platform/mail/templates/mail-words.ts';
import { nameWithAddress } from '../../../platform/mail/templates/plain-name.ts';
import { findPerson } from '../../account/public.ts';
import {
  findContactPerson,
  findOwnerOfPayment,
  findPeopleOfActivation,
} from '../people-repository.ts';
import type { ProtocolDeps } from '../protocol-deps.ts';
import { personOf, type Writer, writerOf } from './letter-words.ts';

export interface ActivationIds {
  activation_id: string;
}

interface Attempt {
  contact_name: string;
  contact_email: string;
  /** A moment. */
  at: string;
}

const findAttempt =
  (moment: 'started_at' | 'activated_at') =>
  async (
    { database }: ProtocolDeps,
    { activation_id }: ActivationIds,
  ): Promise<FoundMail<Attempt> | undefined> => {
    const people = await findPeopleOfActivation(database, activation_id);
    const at = people?.[moment];
    if (!people?.owner || !people.contact || !at) return undefined;
    const { name: contact_name, email: contact_email } = people.contact;
    return addressed(people.owner, { contact_name, contact_email, at });
  };

export const activationPaymentStarted = declareMail({
  name: 'activation_payment_started',
  to: 'the owner',
  when: 'a contact begins to pay for the activation',
  retry: 'persistent',
  find: findAttempt('started_at'),
  text: (words, facts, place) =>
    mailText(words, 'protocol.activation_payment_started', (say) => [
      say('body', {
        person: nameWithAddress(facts.contact_name, facts.contact_email),
        moment: words.moment(facts.at),
      }),
      say('effect'),
      say('wrong'),
      contactList(words, place),
    ]),
});

interface EndedAttempt {
  /** Null where that person is gone from the service. */
  contact_name: string | null;
  contact_email: string | null;
  at: string;
  end_reason: ActivationEnd;
  is_refunded: boolean;
}

export const activationAttemptEnded = declareMail({
  name: 'activation_attempt_ended',
  to: 'the owner',
  when: 'an activation came to nothing',
  retry: 'persistent',
  find: async (
    { database }: ProtocolDeps,
    { activation_id }: ActivationIds,
  ): Promise<FoundMail<EndedAttempt> | undefined> => {
    const people = await findPeopleOfActivation(database, activation_id);
    if (!people?.owner || !people.end_reason) return undefined;
    const { contact, initiator, end_reason, started_at, status } = people;
    return addressed(people.owner, {
      // The contact may be gone by then; the account that paid still has a name.
      contact_name: contact?.name ?? initiator?.full_name ?? null,
      contact_email: contact?.email ?? initiator?.email ?? null,
      at: started_at,
      end_reason,
      is_refunded: status === 'refunded',
    });
  },
  text: (words, facts, place) =>
    mailText(words, 'protocol.activation_attempt_ended', (say) => [
      attemptOf(words, facts),
      say(`why.${facts.end_reason}`),
      ...(facts.is_refunded ? [say('refunded')] : []),
      say('nothing'),
      contactList(words, place),
    ]),
});

export const protocolActivated = declareMail({
  name: 'protocol_activated',
  to: 'the owner',
  when: 'the protocol was activated',
  retry: 'persistent',
  find: findAttempt('activated_at'),
  text: (words, facts, place) =>
    mailText(words, 'protocol.protocol_activated', (say) => [
      say('body', {
        person: nameWithAddress(facts.contact_name, facts.contact_email),
        moment: words.moment(facts.at),
      }),
      say('meaning'),
      say('mistake'),
      mailScreen(words, place),
    ]),
});

export const activationPinLocked = declareMail({
  name: 'activation_pin_locked',
  to: 'the owner',
  when: 'a contact typed the emergency PIN wrongly too often',
  retry: 'persistent',
  find: async ({ database }: ProtocolDeps, { contact_id }: { contact_id: string }) => {
    const found = await findContactPerson(database, contact_id);
    return found && addressed(found.owner, found.contact);
  },
  text: (words, { name, email }, place) =>
    mailText(words, 'protocol.activation_pin_locked', (say) => [
      say('body', { person: nameWithAddress(name, email) }),
      say('meaning'),
      say('unexpected'),
      contactList(words, place),
    ]),
});

export const activationConfirmed = declareMail({
  name: 'activation_confirmed',
  to: 'the contact who paid',
  when: 'the protocol was activated',
  retry: 'persistent',
  find: async ({ database }: ProtocolDeps, { activation_id }: ActivationIds) => {
    const people = await findPeopleOfActivation(database, activation_id);
    if (!people?.owner || !people.initiator) return undefined;
    return addressed(people.initiator, writerOf(people.owner));
  },
  text: (words, facts, place) =>
    mailText(words, 'protocol.activation_confirmed', (say) => [
      say('body'),
      ...whose(words, facts),
      say('next'),
      say('follow'),
      legacies(words, place),
    ]),
});

export const activationRefunded = declareMail({
  name: 'activation_refunded',
  to: 'the contact who paid',
  when: 'the money for an activation goes back',
  retry: 'persistent',
  find: async (
    { database }: ProtocolDeps,
    ids: { payer_id: string; payment_id: string; amount_kopecks: number; reason: RefundReason },
  ) => {
    const payer = await findPerson(database, ids.payer_id);
    const owner = await findOwnerOfPayment(database, ids.payment_id);
    const { amount_kopecks, reason } = ids;
    return payer && addressed(payer, { ...writerOf(owner), amount_kopecks, reason });
  },
  text: (words, facts, place) =>
    mailText(words, 'protocol.activation_refunded', (say) => [
      say('body'),
      ...whose(words, facts),
      ...whyRefunded(words, facts.reason),
      say('money', {
        amount: rubles(words, facts.amount_kopecks),
      }),
      legacies(words, place),
    ]),
});

export function addressed<Facts>(
  { email, language }: { email: string; language: FoundMail<Facts>['language'] },
  facts: Facts,
): FoundMail<Facts> {
  return { to: email, language, facts };
}

export function mailScreen({ t }: MailWords, { publicUrl }: MailPlace): MailBlock {
  return { button: t('protocol.open_mail'), href: linkTo(publicUrl, '/mail') };
}

export function legacies({ t }: MailWords, { publicUrl }: MailPlace): MailBlock {
  return { button: t('protocol.open_legacies'), href: linkTo(publicUrl, '/trusted-legacies') };
}

function contactList({ t }: MailWords, { publicUrl }: MailPlace): MailBlock {
  return { button: t('contacts.open_list'), href: linkTo(publicUrl, '/contact') };
}

export function whose({ t }: MailWords, facts: Writer): string[] {
  const person = personOf(facts);
  return person ? [t('protocol.whose', { person })] : [];
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
