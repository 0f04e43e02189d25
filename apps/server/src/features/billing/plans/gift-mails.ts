import type { RefundReason } from '@zavet/contract/billing/payment-values';
import type { PlanId } from '@zavet/contract/billing/plan-catalogue';
import type { Day } from '@zavet/contract/days';
import type { Context } from '../../../context.ts';
import { button, declareMail, type FoundMail, mailText } from '../../../platform/mail/mail.ts';
import { linkTo } from '../../../platform/mail/mailed-link.ts';
import { dayName, rubles } from '../../../platform/mail/templates/mail-words.ts';
import { isolated, plainName } from '../../../platform/mail/templates/plain-name.ts';
import {
  findPerson,
  type NamedOwner,
  namedOwner,
  ownerInSentence,
  ownerInSubject,
} from '../../identity/account/index.ts';
import { planName } from '../../identity/legal/index.ts';
import { findConfirmedContact, findGift, isContactOf } from './lapse-repository.ts';

interface GiftIds {
  owner_id: string;
  plan: PlanId;
  valid_until: Day;
}

export const giftReceived = declareMail({
  name: 'gift_received',
  to: 'the owner',
  when: "a contact paid for the owner's plan",
  retry: 'usual',
  find: async (
    { database }: Context,
    { owner_id, contact_id, plan, valid_until }: GiftIds & { contact_id: string },
  ): Promise<FoundMail<Omit<GiftIds, 'owner_id'> & { contact_name: string }> | undefined> => {
    const owner = await findPerson(database, owner_id);
    const contact = await findConfirmedContact(database, contact_id);
    if (!owner) return undefined;
    const facts = { plan, valid_until, contact_name: contact?.name ?? '' };
    return { to: owner.email, language: owner.language, facts };
  },
  text: (words, { plan, valid_until, contact_name }, { publicUrl }) => {
    const values = {
      name: isolated(plainName(contact_name)) || words.t('protocol.a_contact'),
      storage: planName(words, plan),
      day: dayName(words, valid_until),
    };
    return mailText(
      words,
      'plans.gift_received',
      (say) => [
        say('body', values),
        say('more', values),
        button(words.t('plans.open_plan'), linkTo(publicUrl, '/settings?tab=plan')),
      ],
      { values },
    );
  },
});

interface GiftTakenFacts extends NamedOwner {
  plan: PlanId;
  valid_until: Day;
  amount_kopecks: number;
}

export const giftTaken = declareMail({
  name: 'gift_taken',
  to: 'the contact who paid',
  when: "the payment for an owner's plan succeeded",
  retry: 'usual',
  find: async (
    { database }: Context,
    ids: GiftIds & { payer_id: string; amount_kopecks: number },
  ): Promise<FoundMail<GiftTakenFacts> | undefined> => {
    const { owner_id, payer_id, plan, valid_until, amount_kopecks } = ids;
    const payer = await findPerson(database, payer_id);
    const owner = await findPerson(database, owner_id);
    if (!payer || !owner) return undefined;
    const facts = { ...namedOwner(owner), plan, valid_until, amount_kopecks };
    return { to: payer.email, language: payer.language, facts };
  },
  text: (words, { plan, valid_until, amount_kopecks, ...owner }, { publicUrl }) =>
    mailText(
      words,
      'plans.gift_taken',
      (say) => [
        say('body', {
          person: ownerInSentence(owner),
          amount: rubles(words, amount_kopecks),
          storage: planName(words, plan),
          day: dayName(words, valid_until),
        }),
        say('more'),
        button(words.t('protocol.open_legacies'), linkTo(publicUrl, '/trusted-legacies')),
      ],
      { values: { name: ownerInSubject(owner) } },
    ),
});

interface GiftRefundIds {
  payer_id: string;
  payment_id: string;
  amount_kopecks: number;
  reason: RefundReason;
}

interface GiftRefundFacts {
  /** Null if the payer is no longer a contact of the owner. */
  owner: NamedOwner | null;
  amount_kopecks: number;
  is_for_outage: boolean;
}

/** The plan was paid for by another contact or changed, or the refund compensates an outage. */
export const giftRefunded = declareMail({
  name: 'gift_refunded',
  to: 'the contact who paid',
  when: "the payment for an owner's plan is refunded",
  retry: 'usual',
  find: async (
    { database }: Context,
    ids: GiftRefundIds,
  ): Promise<FoundMail<GiftRefundFacts> | undefined> => {
    const payer = await findPerson(database, ids.payer_id);
    const gift = await findGift(database, ids.payment_id);
    const isContact = gift && (await isContactOf(database, { ...gift, person_id: ids.payer_id }));
    // Only confirmed contacts learn the owner's name.
    const owner = isContact ? await findPerson(database, gift.owner_id) : undefined;
    if (!payer) return undefined;
    const facts = {
      owner: owner ? namedOwner(owner) : null,
      amount_kopecks: ids.amount_kopecks,
      is_for_outage: ids.reason === 'outage',
    };
    return { to: payer.email, language: payer.language, facts };
  },
  text: (words, { owner, amount_kopecks, is_for_outage }, { publicUrl }) => {
    const amount = rubles(words, amount_kopecks);
    const why = is_for_outage ? 'outage' : 'body';
    return mailText(words, 'plans.gift_refunded', (say) => [
      owner
        ? say(why, { amount, person: ownerInSentence(owner) })
        : say(`${why}_unnamed`, { amount }),
      say(is_for_outage ? 'outage_more' : 'more'),
      button(words.t('protocol.open_legacies'), linkTo(publicUrl, '/trusted-legacies')),
    ]);
  },
});
