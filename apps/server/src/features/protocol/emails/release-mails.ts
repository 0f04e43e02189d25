import { isActivationReason, type RefundReason } from '@zavet/contract/billing/payment-values';
import { type Day, moscowDay } from '@zavet/contract/days';
import type { Context } from '../../../context.ts';
import { declareMail, type FoundMail, mailText } from '../../../platform/mail/mail.ts';
import { dayName, type MailWords, rubles } from '../../../platform/mail/templates/mail-words.ts';
import { nameWithAddress } from '../../../platform/mail/templates/plain-name.ts';
import { findPerson } from '../../identity/account/index.ts';
import { findNamedEnvelope } from '../letters/claim-repository.ts';
import { findLinkWithRecipient } from '../letters/envelope-repository.ts';
import { openEnvelope, openRecipient } from '../letters/recipient.ts';
import { listUnreached } from '../letters/recipient-repository.ts';
import { findOwnerOfPayment, findPeopleOfActivation } from '../people-repository.ts';
import {
  type ActivationIds,
  findForContact,
  legaciesButton,
  mailTo,
  ownerLine,
  starterText,
  writerOf,
} from './contact-mail.ts';
import { type LetterFacts, recipientMailText } from './letter-mail.ts';
import { findStart, mailButton, type OwnerIds } from './owner-mail.ts';

export const protocolActivated = declareMail({
  name: 'protocol_activated',
  to: 'the owner (all addresses)',
  when: 'the protocol was activated',
  retry: 'persistent',
  find: (ctx: Context, ids: OwnerIds) => findStart(ctx, ids, 'activated_at'),
  text: (words, facts, site) =>
    mailText(words, 'protocol.protocol_activated', (say) => [
      say('body', {
        person: nameWithAddress(facts.contact_name, facts.contact_email),
        moment: words.moment(facts.at),
      }),
      say('meaning'),
      say('mistake'),
      mailButton(words, site),
    ]),
});

export const activationConfirmed = declareMail({
  name: 'activation_confirmed',
  to: 'the contact who paid',
  when: 'the protocol was activated',
  retry: 'persistent',
  find: (ctx: Context, ids: ActivationIds) => findForContact(ctx, ids, () => ({})),
  text: (words, facts, site) =>
    starterText(words, site, facts, 'protocol.activation_confirmed', (say) => [
      say('body'),
      say('next'),
      say('follow'),
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
    return payer && mailTo(payer, { ...writerOf(owner), amount_kopecks, reason });
  },
  text: (words, facts, site) =>
    starterText(words, site, facts, 'protocol.activation_refunded', (say) => [
      say('body'),
      ...refundReason(words, facts.reason),
      say('money', { amount: rubles(words, facts.amount_kopecks) }),
    ]),
});

export const recipientsUnreached = declareMail({
  name: 'recipients_unreached',
  to: 'the contact who paid',
  when: 'letters do not arrive',
  retry: 'persistent',
  find: (ctx: Context, ids: ActivationIds) =>
    findForContact(ctx, ids, async () => {
      const rows = await listUnreached(ctx.database, ids.activation_id);
      const [first] = rows;
      if (!first) return undefined;
      const key = await ctx.vault.keyOf(first.user_id);
      const recipients = rows.map((row) => {
        const { recipient_name: name, recipient_email: email } = openRecipient(key, row);
        return { name, email };
      });
      return { recipients, is_trying: rows.some(({ state }) => state === 'queued') };
    }),
  text: (words, facts, site) =>
    mailText(words, 'protocol.recipients_unreached', (say) => [
      ...ownerLine(words, facts),
      say('body'),
      ...recipientLines(words, facts.recipients),
      say('correct'),
      ...(facts.is_trying ? [say('trying')] : []),
      legaciesButton(words, site),
    ]),
});

export const deliveryAddressCorrected = declareMail({
  name: 'delivery_address_corrected',
  to: 'the owner',
  when: 'the contact who activated corrected an address',
  retry: 'persistent',
  find: async ({ database }: Context, { activation_id }: ActivationIds) => {
    const people = await findPeopleOfActivation(database, activation_id);
    if (!people?.owner || !people.contact) return undefined;
    return mailTo(people.owner, people.contact);
  },
  text: (words, { name, email }, site) =>
    mailText(words, 'protocol.delivery_address_corrected', (say) => [
      say('body', { person: nameWithAddress(name, email) }),
      say('meaning'),
      words.t('protocol.protocol_activated.mistake'),
      mailButton(words, site),
    ]),
});

export const deliveryAddressCorrectedByOperator = declareMail({
  name: 'delivery_address_corrected_by_operator',
  to: 'the owner',
  when: 'an operator corrected an address',
  retry: 'persistent',
  find: async (
    { database }: Context,
    { activation_id }: ActivationIds,
  ): Promise<FoundMail<object> | undefined> => {
    const people = await findPeopleOfActivation(database, activation_id);
    return people?.owner ? mailTo(people.owner, {}) : undefined;
  },
  text: (words, _facts, site) =>
    mailText(words, 'protocol.delivery_address_corrected_by_operator', (say) => [
      say('body'),
      words.t('protocol.delivery_address_corrected.meaning'),
      words.t('protocol.protocol_activated.mistake'),
      mailButton(words, site),
    ]),
});

export const deliveryExpiresSoon = declareMail({
  name: 'delivery_expires_soon',
  to: 'a recipient',
  when: '30 and 7 days before the link ends',
  retry: 'persistent',
  isBulk: true,
  find: async (
    { database, vault, linkTokens }: Context,
    { link_id, is_last }: { link_id: string; is_last?: boolean },
  ): Promise<FoundMail<LetterFacts & { expires_on: Day; is_last: boolean }> | undefined> => {
    const link = await findLinkWithRecipient(database, { id: link_id });
    if (!link || link.closed_at || link.is_taken_back) return undefined;
    const envelope = await findNamedEnvelope(database, link.envelope_id);
    const owner = await findPerson(database, link.user_id);
    if (!envelope || !owner) return undefined;
    const key = await vault.keyOf(link.user_id);
    const { to: email, language, named } = openEnvelope(key, envelope, owner);
    if (!email) return undefined;
    return mailTo(
      { email, language },
      {
        ...named,
        ...writerOf(owner),
        started_by: null,
        token: linkTokens.tokenOf(link.link_id),
        expires_on: moscowDay(new Date(link.expires_at)),
        is_last: is_last ?? false,
      },
    );
  },
  text: (words, facts, site) =>
    recipientMailText(words, site, 'delivery_expires_soon', facts, {
      above: [
        words.t('protocol.delivery_expires_soon.body', { day: dayName(words, facts.expires_on) }),
        words.t('protocol.delivery_expires_soon.save'),
        words.t(
          facts.is_last
            ? 'protocol.delivery_expires_soon.last'
            : 'protocol.delivery_expires_soon.again',
        ),
      ],
    }),
});

function refundReason({ t }: MailWords, reason: RefundReason): string[] {
  return isActivationReason(reason) ? [t(`protocol.activation_refunded.why.${reason}`)] : [];
}

const maxListed = 30;

/** One line per person. Null fields are damaged. */
function recipientLines(
  { t }: MailWords,
  recipients: { name: string | null; email: string | null }[],
): string[] {
  const unknown = t('protocol.recipients_unreached.unknown');
  const lines = new Set(
    recipients.map(({ name, email }) => `• ${nameWithAddress(name ?? '', email ?? unknown)}`),
  );
  const listed = [...lines].slice(0, maxListed);
  return lines.size > maxListed ? [...listed, t('protocol.recipients_unreached.more')] : listed;
}

export const releaseMails = [
  protocolActivated,
  activationConfirmed,
  activationRefunded,
  recipientsUnreached,
  deliveryAddressCorrected,
  deliveryAddressCorrectedByOperator,
  deliveryExpiresSoon,
];
