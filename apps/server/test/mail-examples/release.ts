import { rejectionReasons } from '@zavet/contract/protocol/protocol-values';
import type { MailWords } from '../../src/platform/mail/templates/mail-words.ts';
import { boris, contact, type MailExample, maria, owner, texts, token } from './mail-example.ts';

const at = '2026-11-15T21:05:00.000Z';
const release_at = '2026-11-18T21:05:00.000Z';
const deletedContact = { contact_name: null, contact_email: null };
const legacyLinks = ['/trusted-legacies'];
const accountLinks = ['/dashboard'];

const startedAt =
  (...parts: string[]) =>
  ({ moment }: MailWords) => [moment(at), ...parts];
const releasedAt =
  (...parts: string[]) =>
  ({ moment, day }: MailWords) => [moment(release_at), day(release_at), ...parts];

const vetoLinks = [`/stop#token=${token}`];
const paying = { ...contact, at };
const waits = { ...contact, started_at: at, release_at, decided_by: null };
const approved = {
  name: 'Boris Berg',
  email: 'boris@example.org',
  stop_token: null,
  has_documents: false,
  is_by_certificate: false,
  has_pin: true,
};
const startedBy = { ...owner, starter_name: 'Boris Berg', release_at };

/** Mails to owner and contacts from the start of an activation to its release or veto. */
export const releaseExamples: Record<string, MailExample[]> = {
  activation_payment_started: [
    {
      facts: { ...paying, waiting_hours: 0, stop_token: token },
      links: vetoLinks,
      contains: startedAt(boris),
    },
    {
      facts: { ...paying, waiting_hours: 24, stop_token: token },
      links: vetoLinks,
      contains: (words) => startedAt(boris, words.t('duration.hours', { count: 24 }))(words),
    },
    {
      facts: { ...paying, waiting_hours: 72, stop_token: token },
      links: vetoLinks,
      contains: (words) => startedAt(boris, words.t('duration.days', { count: 3 }))(words),
    },
    // Enqueued by a version whose mails had no link.
    {
      facts: { ...paying, waiting_hours: 0, stop_token: null },
      links: accountLinks,
      contains: startedAt(boris),
    },
  ],
  activation_waits: [
    ...['first', 'daily', 'last_day', 'postponed'].map((warning) => ({
      facts: { ...waits, warning, stop_token: token },
      links: vetoLinks,
      contains: (words: MailWords) => [...startedAt(boris)(words), ...releasedAt()(words)],
    })),
    {
      facts: { ...waits, ...deletedContact, warning: 'daily', stop_token: null },
      links: accountLinks,
      contains: releasedAt(),
    },
    {
      facts: { ...waits, decided_by: at, warning: 'daily', stop_token: token },
      links: vetoLinks,
      contains: (words) => [
        ...releasedAt()(words),
        words.t('protocol.activation_waits.held', { day: words.day(at) }),
      ],
    },
  ],
  waiting_begun: [
    { facts: { ...owner, release_at }, links: legacyLinks, contains: releasedAt(maria) },
  ],
  waiting_postponed: [
    { facts: { ...owner, release_at }, links: legacyLinks, contains: releasedAt(maria) },
  ],
  waiting_for_others: [
    {
      facts: startedBy,
      links: legacyLinks,
      contains: ({ moment }) => [moment(release_at), maria, 'Boris Berg'],
    },
    {
      facts: { ...startedBy, starter_name: null },
      links: legacyLinks,
      contains: ({ t }) => [maria, t('protocol.a_contact')],
    },
  ],
  waiting_ended_for_others: [{ facts: startedBy, links: legacyLinks, contains: texts(maria) }],
  stop_recorded: [
    { facts: { ...contact, is_contact: true }, links: accountLinks, contains: texts(boris) },
    { facts: { ...deletedContact, is_contact: false }, links: accountLinks },
  ],
  start_stopped: [true, false].map((was_paid) => ({
    facts: { ...owner, was_paid },
    links: legacyLinks,
    contains: texts(maria),
  })),
  stop_for_others: [{ facts: startedBy, links: legacyLinks, contains: texts(maria) }],
  contact_questioned: [{ facts: owner, links: [], contains: texts(maria) }],
  contact_kept: [{ facts: owner, links: legacyLinks, contains: texts(maria) }],
  contact_approved: [
    { facts: { ...owner, has_pin: false }, links: legacyLinks, contains: texts(maria) },
    {
      facts: { ...owner, has_pin: true },
      links: legacyLinks,
      contains: ({ t }) => [maria, t('protocol.contact_approved.pin')],
    },
  ],
  contact_approved_for_owner: [
    { facts: approved, links: ['/contact'], contains: texts(boris) },
    {
      facts: { ...approved, has_documents: true },
      links: ['/contact'],
      contains: ({ t }) => [boris, t('protocol.contact_approved_for_owner.documents')],
    },
    {
      facts: { ...approved, stop_token: token },
      links: [...vetoLinks, '/contact'],
      contains: texts(boris),
    },
    {
      facts: { ...approved, is_by_certificate: true },
      links: [...accountLinks, '/contact'],
      contains: ({ t }) => [boris, t('protocol.contact_approved_for_owner.certificate')],
    },
  ],
  agreement_asked: [{ facts: startedBy, links: legacyLinks, contains: texts(maria, 'Boris Berg') }],
  agreement_asked_for_owner: [
    ...[false, true].map((is_agreed) => ({
      facts: { ...paying, is_agreed, stop_token: token },
      links: vetoLinks,
      contains: startedAt(boris),
    })),
    {
      facts: { ...paying, is_agreed: false, stop_token: null },
      links: accountLinks,
      contains: startedAt(boris),
    },
  ],
  agreement_given: [{ facts: owner, links: legacyLinks, contains: texts(maria) }],
  agreement_unanswered: [{ facts: owner, links: legacyLinks, contains: texts(maria) }],
};

const filed = { ...contact, at };
const operatorNote = 'Page 2 of 2, please.';

export const requestExamples: Record<string, MailExample[]> = {
  request_filed_for_owner: [
    {
      facts: { ...filed, stop_token: token },
      links: vetoLinks,
      contains: (words) => startedAt(boris, words.t('protocol.i_am_here'))(words),
    },
    { facts: { ...filed, stop_token: null }, links: accountLinks, contains: startedAt(boris) },
  ],
  certificate_proposed_for_owner: [
    {
      facts: { ...contact, stop_token: token },
      links: vetoLinks,
      contains: ({ t }) => [boris, t('protocol.i_am_here')],
    },
    { facts: { ...contact, stop_token: null }, links: accountLinks, contains: texts(boris) },
  ],
  start_ends: (['approved', 'asked', 'agreed'] as const).map((stage) => ({
    facts: { ...owner, stage, ends_at: release_at },
    links: legacyLinks,
    contains: (words) => releasedAt(maria, words.t(`protocol.start_ends.body.${stage}`))(words),
  })),
  start_left_open: [{ facts: owner, links: legacyLinks, contains: texts(maria) }],
  request_received: [
    {
      facts: { ...owner, answer_by: release_at, asked_for: null },
      links: legacyLinks,
      contains: (words) => [maria, words.day(release_at)],
    },
    {
      facts: { ...owner, answer_by: release_at, asked_for: operatorNote },
      links: legacyLinks,
      contains: texts(maria, operatorNote),
    },
  ],
  request_rejected: rejectionReasons.map((rejection) => ({
    facts: { ...owner, rejection, note: rejection === 'owner_answered' ? null : operatorNote },
    links: legacyLinks,
    contains: ({ t }) => [
      maria,
      t(`protocol.request_rejected.why.${rejection}`),
      ...(rejection === 'owner_answered' ? [] : [operatorNote]),
    ],
  })),
};

const doubt = { doubter_name: 'Vera Vik', decided_by: at };
const doubted = { ...owner, starter_name: 'Boris Berg', release_at: null };
const decidedAt =
  (...parts: string[]) =>
  ({ day }: MailWords) => [day(at), ...parts];
const steps = [
  { next: 'released', release_at },
  { next: 'payable', release_at: null },
  { next: 'asked', release_at: null },
] as const;
const endings = (['withdrawn', 'dismissed'] as const).flatMap((ending) =>
  steps.map((step) => ({ ending, ...step })),
);
const nextStep = (
  { t, moment }: MailWords,
  next: (typeof steps)[number]['next'],
  isOther: boolean,
) =>
  next === 'released'
    ? moment(release_at)
    : t(`protocol.doubt_next.${next === 'payable' && isOther ? 'other' : next}`);

export const doubtExamples: Record<string, MailExample[]> = {
  start_doubted: [
    { facts: { ...owner, ...doubt }, links: legacyLinks, contains: decidedAt(maria, 'Vera Vik') },
    {
      facts: { ...owner, ...doubt, doubter_name: null },
      links: legacyLinks,
      contains: ({ t }) => [maria, t('protocol.a_contact')],
    },
  ],
  start_doubted_for_others: [
    {
      facts: { ...doubted, ...doubt },
      links: legacyLinks,
      contains: decidedAt(maria, 'Vera Vik', 'Boris Berg'),
    },
  ],
  start_doubted_for_owner: [
    {
      facts: { ...contact, ...doubt, stop_token: token },
      links: vetoLinks,
      contains: decidedAt(boris, 'Vera Vik'),
    },
    {
      facts: { ...deletedContact, ...doubt, stop_token: null },
      links: accountLinks,
      contains: decidedAt('Vera Vik'),
    },
  ],
  doubt_ended: endings.flatMap((ended) =>
    [false, true].map((is_other) => ({
      facts: { ...owner, ...ended, is_other },
      links: legacyLinks,
      contains: (words: MailWords) => [maria, nextStep(words, ended.next, is_other)],
    })),
  ),
  doubt_ended_for_owner: endings.map((ended) => ({
    facts: { ...contact, ...ended, stop_token: token },
    links: vetoLinks,
    contains: (words) => [boris, nextStep(words, ended.next, true)],
  })),
  doubt_upheld: [{ facts: owner, links: legacyLinks, contains: texts(maria) }],
  doubt_upheld_for_others: [{ facts: doubted, links: legacyLinks, contains: texts(maria) }],
};
