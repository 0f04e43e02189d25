import type { RefundReason } from '@zavet/contract/billing/payment-values';
import type { Context } from '../../../context.ts';
import { button, declareMail, type FoundMail } from '../../../platform/mail/mail.ts';
import { linkTo } from '../../../platform/mail/mailed-link.ts';
import {
  findPerson,
  type NamedOwner,
  namedOwner,
  ownerInSentence,
} from '../../identity/account/index.ts';
import { findGift, isContactOf } from './lapse-repository.ts';
import { planMailText } from './plan-mail-text.ts';

interface RefundIds {
  user_id: string;
  amount_kopecks: number;
  /** Set if the payment was for another owner's plan. */
  gift?: { payment_id: string; reason: RefundReason };
}

interface RefundFacts {
  amount_kopecks: number;
  gift?: {
    /** Null if the payer is no longer a contact of the owner. */
    owner: NamedOwner | null;
    is_for_outage: boolean;
  };
}

/** The plan was paid for twice or changed, or the refund compensates an outage. */
export const paymentRefunded = declareMail({
  name: 'payment_refunded',
  to: 'the owner, or the contact who paid',
  when: 'a payment for a plan is refunded',
  retry: 'usual',
  find: async (
    { database }: Context,
    { user_id, amount_kopecks, gift }: RefundIds,
  ): Promise<FoundMail<RefundFacts> | undefined> => {
    const payer = await findPerson(database, user_id);
    if (!payer) return undefined;
    const found = { to: payer.email, language: payer.language };
    if (!gift) return { ...found, facts: { amount_kopecks } };
    const foundGift = await findGift(database, gift.payment_id);
    const isContact =
      foundGift && (await isContactOf(database, { ...foundGift, person_id: user_id }));
    // The owner's name is disclosed only to confirmed contacts.
    const owner = isContact ? await findPerson(database, foundGift.owner_id) : undefined;
    const is_for_outage = gift.reason === 'outage';
    const facts = {
      amount_kopecks,
      gift: { owner: owner ? namedOwner(owner) : null, is_for_outage },
    };
    return { ...found, facts };
  },
  text: (words, { gift, amount_kopecks }, site) => {
    const cause = gift ? (gift.is_for_outage ? 'outage' : 'gift') : 'own';
    return planMailText(
      words,
      site,
      'payment_refunded',
      { amount_kopecks },
      (t, values) => [
        t('plans.payment_refunded.body', values),
        gift?.owner
          ? t(`plans.payment_refunded.${gift.is_for_outage ? 'outage_of' : 'gift_of'}`, {
              person: ownerInSentence(gift.owner),
            })
          : t(`plans.payment_refunded.${cause}`),
      ],
      gift && {
        action: button(
          words.t('protocol.open_legacies'),
          linkTo(site.publicUrl, '/trusted-legacies'),
        ),
      },
    );
  },
});
