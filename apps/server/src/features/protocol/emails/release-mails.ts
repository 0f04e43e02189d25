import { isActivationReason, type RefundReason } from '@zavet/contract/payments/payment-outcomes';
import type { Context } from '../../../context.ts';
import { declareMail, mailText } from '../../../platform/mail/mail.ts';
import { rubles } from '../../../platform/mail/templates/figures.ts';
import type { MailWords } from '../../../platform/mail/templates/mail-words.ts';
import { nameWithAddress } from '../../../platform/mail/templates/plain-name.ts';
import { findPerson } from '../../identity/account/index.ts';
import { findOwnerOfPayment, findPeopleOfActivation } from '../people-repository.ts';
import { findAttempt } from './activation-mails.ts';
import { type ActivationIds, addressed, legacies, whose, writerOf } from './contact-mail.ts';
import { mailScreen } from './owner-mail.ts';

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

function whyRefunded({ t }: MailWords, reason: RefundReason): string[] {
  return isActivationReason(reason) ? [t(`protocol.activation_refunded.why.${reason}`)] : [];
}
