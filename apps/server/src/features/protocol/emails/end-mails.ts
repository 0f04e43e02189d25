import { isActivationReason, type RefundReason } from '@zavet/contract/billing/payment-values';
import type { ActivationEnd } from '@zavet/contract/protocol/protocol-values';
import type { Context } from '../../../context.ts';
import { declareMail, type FoundMail, mailText } from '../../../platform/mail/mail.ts';
import { type MailWords, rubles } from '../../../platform/mail/templates/mail-words.ts';
import { nameInSubject } from '../../../platform/mail/templates/plain-name.ts';
import { findPayment } from '../../billing/payments/index.ts';
import { findPerson } from '../../identity/account/index.ts';
import { findActivation } from '../activation/activation-repository.ts';
import {
  findContactPerson,
  findOwnerOfPayment,
  findPeopleOfActivation,
} from '../people-repository.ts';
import {
  type ActivationIds,
  contactReason,
  contactText,
  findContactMail,
  findForContact,
  mailTo,
  type OtherContactIds,
  personOf,
  type Writer,
  writerOf,
} from './contact-mail.ts';
import {
  accountButton,
  buildOwnerMail,
  contactsButton,
  type OwnerIds,
  type OwnerMailIds,
  type Starter,
  starterInSubject,
  starterLine,
  starterName,
  starterOf,
} from './owner-mail.ts';

interface EndedAttempt extends Starter {
  at: string;
  end_reason: ActivationEnd | 'rejected';
  is_refunded: boolean;
  /** After a veto the owner may decide about the contact. */
  is_contact: boolean;
}

export const activationAttemptEnded = declareMail({
  name: 'activation_attempt_ended',
  to: 'the owner (all addresses)',
  when: 'an activation attempt ended, also by a veto',
  retry: 'persistent',
  find: async (ctx: Context, ids: OwnerIds): Promise<FoundMail<EndedAttempt> | undefined> => {
    const people = await findPeopleOfActivation(ctx.database, ids.activation_id);
    if (!people?.owner) return undefined;
    const { started_at, status, release_at } = people;
    const end_reason = people.end_reason ?? (status === 'rejected' ? status : null);
    if (!end_reason) return undefined;
    return buildOwnerMail(ctx, people.owner_id, people.owner, ids, {
      ...starterOf(people),
      at: started_at,
      end_reason,
      is_refunded: status === 'refunded' || (status === 'vetoed' && release_at !== null),
      is_contact: people.contact !== null,
    });
  },
  text: (words, facts, site) => {
    const { t } = words;
    const isVetoed = facts.end_reason === 'vetoed';
    return mailText(words, isVetoed ? 'protocol.vetoed' : 'protocol.attempt_ended', () => [
      [
        t(`protocol.attempt_ended.why.${facts.end_reason}`),
        t('protocol.nothing_sent'),
        ...(facts.is_refunded ? [t('protocol.attempt_ended.refunded')] : []),
      ],
      ...starterLine(words, facts),
      t('protocol.attempt_ended.began', { moment: words.moment(facts.at) }),
      ...(isVetoed && facts.is_contact ? [t('protocol.vetoed.contact')] : []),
      ...(isVetoed
        ? [t('protocol.not_you'), accountButton(words, site)]
        : [contactsButton(words, site)]),
    ]);
  },
});

export const activationPinLocked = declareMail({
  name: 'activation_pin_locked',
  to: 'the owner (all addresses)',
  when: 'a contact is locked out after wrong PINs',
  retry: 'persistent',
  find: async (ctx: Context, ids: { contact_id: string } & OwnerMailIds) => {
    const found = await findContactPerson(ctx.database, ids.contact_id);
    if (!found) return undefined;
    const { name: contact_name, email: contact_email } = found.contact;
    return buildOwnerMail(ctx, found.owner_id, found.owner, ids, { contact_name, contact_email });
  },
  text: (words, facts: Starter, site) =>
    mailText(
      words,
      'protocol.activation_pin_locked',
      (say) => [
        say('body', { person: starterName(words, facts) }),
        say('unexpected'),
        contactsButton(words, site),
      ],
      { values: { name: starterInSubject(words, facts) } },
    ),
});

interface RefundIds {
  payer_id: string;
  payment_id: string;
  amount_kopecks: number;
  reason: RefundReason;
}

interface EndFacts {
  reason: ActivationEnd | RefundReason;
  is_other: boolean;
  is_refund: boolean;
  /** Amount of the refund. */
  amount_kopecks: number | null;
}

export const activationEnded = declareMail({
  name: 'activation_ended',
  to: 'the contact who started, and other confirmed contacts who were notified of the start',
  when: 'an activation ended without letters; the fee is refunded, unless an earlier one named the refund',
  retry: 'persistent',
  find: (
    ctx: Context,
    ids: (ActivationIds & Partial<OtherContactIds>) | RefundIds,
  ): Promise<FoundMail<Writer & EndFacts> | undefined> =>
    'payment_id' in ids ? findRefund(ctx, ids) : findEnd(ctx, ids),
  text: (words, facts, site) => {
    const { t } = words;
    const { amount_kopecks: amount, is_refund } = facts;
    const key = is_refund ? 'protocol.ended.refund' : 'protocol.ended';
    return contactText(words, site, facts, key, (say) => [
      [
        say('body'),
        ...reasonOf(words, facts),
        // Another activation may have sent letters.
        ...(is_refund ? [] : [t('protocol.nothing_sent')]),
      ],
      ...(amount === null ? [] : [t('protocol.ended.money', { amount: rubles(words, amount) })]),
      ...nextStepOf(words, facts),
      ...(facts.reason === 'vetoed' ? [t('protocol.not_them')] : []),
    ]);
  },
});

async function findEnd(ctx: Context, ids: ActivationIds & Partial<OtherContactIds>) {
  const { activation_id, contact_id } = ids;
  return findForContact<EndFacts>(ctx, ids, async ({ end_reason: reason, release_at }) => {
    if (!reason) return undefined;
    const is_other = contact_id !== undefined;
    const activation = await findActivation(ctx.database, activation_id);
    const wasPaid = !is_other && release_at !== null && activation?.payment_id;
    const paid = wasPaid ? await findPayment(ctx.database, wasPaid) : undefined;
    const amount_kopecks = paid?.payment.amount_kopecks ?? null;
    return { reason, is_other, is_refund: false, amount_kopecks };
  });
}

async function findRefund({ database }: Context, ids: RefundIds) {
  const payer = await findPerson(database, ids.payer_id);
  const owner = await findOwnerOfPayment(database, ids.payment_id);
  const { amount_kopecks, reason } = ids;
  const facts = { amount_kopecks, reason, is_other: false, is_refund: true };
  return payer && mailTo(payer, { ...writerOf(owner), ...facts });
}

function reasonOf({ t }: MailWords, { reason, is_other }: EndFacts): string[] {
  if (reason === 'stale') return [t('protocol.ended.why.stale')];
  if (reason === 'canceled' || reason === 'lapsed' || !isActivationReason(reason)) return [];
  const isOwn = !is_other && (reason === 'given_up' || reason === 'contact_removed');
  return [t(isOwn ? `protocol.ended.why_you.${reason}` : `protocol.ended.why.${reason}`)];
}

function nextStepOf({ t }: MailWords, { reason, is_other }: EndFacts): string[] {
  if (is_other) return reason === 'vetoed' ? [] : [t('protocol.ended.next.other')];
  switch (reason) {
    case 'vetoed':
    case 'doubt_upheld':
    case 'stale':
      return [t(`protocol.ended.next.${reason}`)];
    default:
      return [];
  }
}

export const contactQuestioned = declareMail({
  name: 'contact_questioned',
  to: 'the vetoed contact',
  when: 'after a veto, the owner asks about it',
  retry: 'persistent',
  find: async (ctx: Context, ids: { contact_id: string }) => {
    const found = await findContactMail(ctx, ids);
    return found && { ...found, reply_to: found.owner.email };
  },
  text: (words, facts) =>
    mailText(
      words,
      'protocol.contact_questioned',
      (say) => [
        say('body', { person: personOf(facts) }),
        say('answer', { email: facts.owner_email ?? '' }),
      ],
      {
        ...contactReason,
        values: { name: nameInSubject(facts.owner_name, facts.owner_email ?? '') },
      },
    ),
});
