import { isActivationReason, type RefundReason } from '@zavet/contract/payments/payment-outcomes';
import { linkTo } from '../../../platform/mail/link-to.ts';
import type { MailPlace } from '../../../platform/mail/mail-place.ts';
import { dayName, rubles } from '../../../platform/mail/templates/figures.ts';
import type { MailWords } from '../../../platform/mail/templates/mail-words.ts';
import { nameWithAddress } from '../../../platform/mail/templates/plain-name.ts';
import { deliveryLink } from './delivery-link.ts';
import { letterWords, personOf } from './letter-words.ts';
import type {
  ProtocolMailFacts,
  ProtocolMailKind,
  UnreachedPerson,
  Writer,
} from './protocol-mail-facts.ts';
import type { Notice } from './protocol-notice.tsx';

export type NoticeOf<Kind extends ProtocolMailKind> = (
  words: MailWords,
  facts: ProtocolMailFacts[Kind],
  place: MailPlace,
) => Notice;

export const protocolNotices: { [Kind in ProtocolMailKind]: NoticeOf<Kind> } = {
  activation_payment_started: (words, facts, place) =>
    toOwner(words, 'activation_payment_started', contactList(words, place), [
      words.t('protocol.activation_payment_started.body', {
        person: nameWithAddress(facts.contact_name, facts.contact_email),
        moment: words.moment(facts.at),
      }),
      words.t('protocol.activation_payment_started.effect'),
      words.t('protocol.activation_payment_started.wrong'),
    ]),

  activation_attempt_ended: (words, facts, place) =>
    toOwner(words, 'activation_attempt_ended', contactList(words, place), [
      attemptOf(words, facts),
      words.t(`protocol.activation_attempt_ended.why.${facts.end_reason}`),
      ...(facts.is_refunded ? [words.t('protocol.activation_attempt_ended.refunded')] : []),
      words.t('protocol.activation_attempt_ended.nothing'),
    ]),

  protocol_activated: (words, facts, place) =>
    toOwner(words, 'protocol_activated', mailScreen(words, place), [
      words.t('protocol.protocol_activated.body', {
        person: nameWithAddress(facts.contact_name, facts.contact_email),
        moment: words.moment(facts.at),
      }),
      words.t('protocol.protocol_activated.meaning'),
      words.t('protocol.protocol_activated.mistake'),
    ]),

  activation_pin_locked: (words, facts, place) =>
    toOwner(words, 'activation_pin_locked', contactList(words, place), [
      words.t('protocol.activation_pin_locked.body', {
        person: nameWithAddress(facts.contact_name, facts.contact_email),
      }),
      words.t('protocol.activation_pin_locked.meaning'),
      words.t('protocol.activation_pin_locked.unexpected'),
    ]),

  delivery_address_corrected: (words, facts, place) =>
    toOwner(words, 'delivery_address_corrected', mailScreen(words, place), [
      words.t('protocol.delivery_address_corrected.body', {
        person: nameWithAddress(facts.contact_name, facts.contact_email),
      }),
      words.t('protocol.delivery_address_corrected.meaning'),
      words.t('protocol.protocol_activated.mistake'),
    ]),

  activation_confirmed: (words, facts, place) =>
    toContact(words, 'activation_confirmed', place, [
      words.t('protocol.activation_confirmed.body'),
      ...whose(words, facts),
      words.t('protocol.activation_confirmed.next'),
      words.t('protocol.activation_confirmed.follow'),
    ]),

  activation_refunded: (words, facts, place) =>
    toContact(words, 'activation_refunded', place, [
      words.t('protocol.activation_refunded.body'),
      ...whose(words, facts),
      ...whyRefunded(words, facts.reason),
      words.t('protocol.activation_refunded.money', {
        amount: rubles(words, facts.amount_kopecks),
      }),
    ]),

  recipients_unreached: (words, facts, place) =>
    toContact(words, 'recipients_unreached', place, [
      ...whose(words, facts),
      words.t('protocol.recipients_unreached.body'),
      ...unreached(words, facts.recipients),
      words.t('protocol.recipients_unreached.correct'),
      words.t('protocol.recipients_unreached.trying'),
    ]),

  delivery_link_renewed: (words, facts, place) =>
    toRecipient(words, 'delivery_link_renewed', facts, place, {
      above: [words.t('protocol.delivery_link_renewed.body')],
      below: [words.t('protocol.delivery_link_renewed.not_you')],
    }),

  delivery_expires_soon: (words, facts, place) =>
    toRecipient(words, 'delivery_expires_soon', facts, place, {
      above: [
        words.t('protocol.delivery_expires_soon.body', { day: dayName(words, facts.expires_on) }),
      ],
      below: [],
    }),
};

type ToOwner =
  | 'activation_payment_started'
  | 'activation_attempt_ended'
  | 'protocol_activated'
  | 'activation_pin_locked'
  | 'delivery_address_corrected';
type ToContact = 'activation_confirmed' | 'activation_refunded' | 'recipients_unreached';
type ToRecipient = 'delivery_link_renewed' | 'delivery_expires_soon';

function toOwner(
  { t }: MailWords,
  kind: ToOwner,
  action: Notice['action'],
  paragraphs: string[],
): Notice {
  return {
    subject: t(`protocol.${kind}.subject`),
    preheader: t(`protocol.${kind}.preheader`),
    reason: t('account.reason.account'),
    paragraphs,
    action,
  };
}

function toContact(
  { t }: MailWords,
  kind: ToContact,
  { publicUrl }: MailPlace,
  paragraphs: string[],
): Notice {
  return {
    subject: t(`protocol.${kind}.subject`),
    preheader: t(`protocol.${kind}.preheader`),
    reason: t('account.reason.account'),
    paragraphs,
    action: { label: t('protocol.open_legacies'), href: linkTo(publicUrl, '/trusted-legacies') },
  };
}

function toRecipient(
  words: MailWords,
  kind: ToRecipient,
  facts: ProtocolMailFacts[ToRecipient],
  { publicUrl }: MailPlace,
  { above, below }: { above: string[]; below: string[] },
): Notice {
  const { t } = words;
  const { person, title, shortTitle } = letterWords(words, facts);
  return {
    subject: t(`protocol.${kind}.subject`, { title: shortTitle }),
    preheader: t(`protocol.${kind}.preheader`),
    reason: t('protocol.reason'),
    paragraphs: [t('protocol.about', { title }), t('protocol.author', { person }), ...above],
    action: { label: t('protocol.open_delivery'), href: deliveryLink(publicUrl, facts.token) },
    afterwards: [t('protocol.link_personal'), ...below],
  };
}

function mailScreen({ t }: MailWords, { publicUrl }: MailPlace): Notice['action'] {
  return { label: t('protocol.open_mail'), href: linkTo(publicUrl, '/mail') };
}

function contactList({ t }: MailWords, { publicUrl }: MailPlace): Notice['action'] {
  return { label: t('contacts.open_list'), href: linkTo(publicUrl, '/contact') };
}

function whose({ t }: MailWords, facts: Writer): string[] {
  const person = personOf(facts);
  return person ? [t('protocol.whose', { person })] : [];
}

function attemptOf(
  { t, moment }: MailWords,
  { contact_name, contact_email, at }: ProtocolMailFacts['activation_attempt_ended'],
): string {
  if (!contact_email) return t('protocol.activation_attempt_ended.gone', { moment: moment(at) });
  const person = nameWithAddress(contact_name ?? '', contact_email);
  return t('protocol.activation_attempt_ended.body', { person, moment: moment(at) });
}

function whyRefunded({ t }: MailWords, reason: RefundReason): string[] {
  return isActivationReason(reason) ? [t(`protocol.activation_refunded.why.${reason}`)] : [];
}

const maxListed = 30;

function unreached({ t }: MailWords, recipients: UnreachedPerson[]): string[] {
  const unknown = t('protocol.recipients_unreached.unknown');
  const lines = new Set(
    recipients.map(({ name, email }) => `• ${nameWithAddress(name ?? '', email ?? unknown)}`),
  );
  const listed = [...lines].slice(0, maxListed);
  return lines.size > maxListed ? [...listed, t('protocol.recipients_unreached.more')] : listed;
}
