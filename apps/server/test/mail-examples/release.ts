import { rejectionReasons } from '@zavet/contract/protocol/protocol-values';
import type { MailWords } from '../../src/platform/mail/templates/mail-words.ts';
import { boris, contact, type MailExample, maria, owner, texts, token } from './mail-example.ts';

const at = '2026-11-15T21:05:00.000Z';
const release_at = '2026-11-18T21:05:00.000Z';
const deletedContact = { contact_name: null, contact_email: null };
const legacyLinks = ['/trusted-legacies'];
const accountLinks = ['/dashboard'];
const vetoLinks = [`/stop#token=${token}`];

const startedAt =
  (...parts: string[]) =>
  ({ moment }: MailWords) => [moment(at), ...parts];
const releasedAt =
  (...parts: string[]) =>
  ({ moment, day }: MailWords) => [moment(release_at), day(release_at), ...parts];

const notice = { ...contact, at, veto_token: token };
const approval = { ...notice, stage: 'approved', has_documents: true, has_pin: true };
const waiting = { ...contact, started_at: at, release_at, decided_by: null };
const doubt = { doubter_name: 'Vera Vik', decided_by: at };
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
    : t(`protocol.next.${next === 'payable' && isOther ? 'other' : next}`);

/** Mails to the owner about an activation, from the request to the release. */
export const ownerExamples: Record<string, MailExample[]> = {
  activation_announced: [
    { facts: { ...notice, stage: 'requested' }, links: vetoLinks, contains: startedAt(boris) },
    {
      facts: { ...notice, stage: 'requested', veto_token: null },
      links: accountLinks,
      contains: startedAt(boris),
    },
    { facts: { ...notice, stage: 'certificate' }, links: vetoLinks, contains: texts(boris) },
    {
      facts: approval,
      links: vetoLinks,
      contains: ({ t }) => [
        boris,
        t('protocol.announced.approved.documents'),
        t('protocol.announced.approved.pin'),
      ],
    },
    {
      facts: { ...approval, veto_token: null, is_by_certificate: true },
      links: accountLinks,
      contains: ({ t }) => [boris, t('protocol.announced.approved.certificate')],
    },
    ...[false, true].map((is_agreed) => ({
      facts: { ...notice, stage: 'asked', is_agreed },
      links: vetoLinks,
      contains: startedAt(boris),
    })),
    {
      facts: { ...notice, stage: 'payment', waiting_hours: 0 },
      links: vetoLinks,
      contains: startedAt(boris),
    },
    {
      facts: { ...notice, stage: 'payment', waiting_hours: 24 },
      links: vetoLinks,
      contains: (words) => startedAt(boris, words.t('duration.hours', { count: 24 }))(words),
    },
    {
      facts: { ...notice, stage: 'payment', waiting_hours: 72 },
      links: vetoLinks,
      contains: (words) => startedAt(boris, words.t('duration.days', { count: 3 }))(words),
    },
    {
      facts: { ...notice, ...doubt, stage: 'doubted' },
      links: vetoLinks,
      contains: ({ day }) => [day(at), boris, 'Vera Vik'],
    },
    {
      facts: { ...notice, ...deletedContact, ...doubt, stage: 'doubted', veto_token: null },
      links: accountLinks,
      contains: ({ day }) => [day(at), 'Vera Vik'],
    },
    ...endings.map(({ ending, ...end }) => ({
      facts: { ...notice, ...end, stage: ending },
      links: vetoLinks,
      contains: (words: MailWords) => [boris, nextStep(words, end.next, true)],
    })),
  ],
  activation_waits: [
    ...['first', 'daily', 'last_day', 'postponed'].map((warning) => ({
      facts: { ...waiting, warning, veto_token: token },
      links: vetoLinks,
      contains: (words: MailWords) => [...startedAt(boris)(words), ...releasedAt()(words)],
    })),
    {
      facts: { ...waiting, ...deletedContact, warning: 'daily', veto_token: null },
      links: accountLinks,
      contains: releasedAt(),
    },
    {
      facts: { ...waiting, decided_by: at, warning: 'daily', veto_token: token },
      links: vetoLinks,
      contains: (words) => [
        ...releasedAt()(words),
        words.t('protocol.held', { day: words.day(at) }),
      ],
    },
  ],
};

const operatorNote = 'Page 2 of 2, please.';
const start = { ...owner, starter_name: 'Boris Berg' };
const end = { ...owner, is_other: false, is_refund: false, amount_kopecks: null };

/** Mails to contacts about an activation, from the request to the release or another end. */
export const activationExamples: Record<string, MailExample[]> = {
  activation_progress: [
    {
      facts: { ...owner, step: 'received', answer_by: release_at },
      links: legacyLinks,
      contains: (words) => [maria, words.day(release_at)],
    },
    {
      facts: { ...owner, step: 'document', asked_for: operatorNote },
      links: legacyLinks,
      contains: texts(maria, operatorNote),
    },
    ...rejectionReasons.map((rejection) => ({
      facts: { ...owner, step: 'rejected', rejection, note: operatorNote },
      links: legacyLinks,
      contains: ({ t }: MailWords) => [
        maria,
        t(`protocol.progress.rejected.why.${rejection}`),
        operatorNote,
      ],
    })),
    {
      facts: { ...owner, step: 'approved', has_pin: false },
      links: legacyLinks,
      contains: texts(maria),
    },
    {
      facts: { ...owner, step: 'approved', has_pin: true },
      links: legacyLinks,
      contains: ({ t }) => [maria, t('protocol.progress.approved.pin')],
    },
    ...['agreed', 'alone', 'activated'].map((step) => ({
      facts: { ...owner, step },
      links: legacyLinks,
      contains: texts(maria),
    })),
    ...(['approved', 'asked', 'agreed'] as const).map((stage) => ({
      facts: { ...owner, step: 'ends', stage, ends_at: release_at },
      links: legacyLinks,
      contains: (words: MailWords) =>
        releasedAt(maria, words.t(`protocol.progress.ends.${stage}`))(words),
    })),
  ],
  agreement_asked: [{ facts: start, links: legacyLinks, contains: texts(maria, 'Boris Berg') }],
  activation_state: [
    {
      facts: { ...start, state: 'waiting', is_other: false, next: 'released', release_at },
      links: legacyLinks,
      contains: releasedAt(maria),
    },
    {
      facts: { ...start, state: 'waiting', is_other: true, next: 'released', release_at },
      links: legacyLinks,
      contains: releasedAt(maria, 'Boris Berg'),
    },
    {
      facts: {
        ...{ ...start, starter_name: null, state: 'waiting', is_other: true },
        ...{ next: 'released', release_at },
      },
      links: legacyLinks,
      contains: ({ t }) => [maria, t('protocol.a_contact')],
    },
    ...[false, true].map((is_other) => ({
      facts: { ...start, state: 'postponed', is_other, next: 'released', release_at },
      links: legacyLinks,
      contains: releasedAt(maria),
    })),
    {
      facts: { ...start, ...doubt, state: 'doubted', is_other: false },
      links: legacyLinks,
      contains: ({ day }) => [maria, 'Vera Vik', day(at)],
    },
    {
      facts: { ...start, ...doubt, state: 'doubted', is_other: true },
      links: legacyLinks,
      contains: ({ day }) => [maria, 'Vera Vik', 'Boris Berg', day(at)],
    },
    ...endings.flatMap(({ ending, ...continuation }) =>
      [false, true].map((is_other) => ({
        facts: { ...start, ...continuation, state: ending, is_other },
        links: legacyLinks,
        contains: (words: MailWords) => [maria, nextStep(words, continuation.next, is_other)],
      })),
    ),
  ],
  activation_ended: [
    {
      facts: { ...end, reason: 'vetoed', amount_kopecks: 99_050 },
      links: legacyLinks,
      contains: texts(maria, '990'),
    },
    ...['vetoed', 'doubt_upheld', 'stale'].map((reason) => ({
      facts: { ...end, reason },
      links: legacyLinks,
      contains: texts(maria),
    })),
    ...['vetoed', 'doubt_upheld', 'given_up', 'contact_removed'].map((reason) => ({
      facts: { ...end, reason, is_other: true },
      links: legacyLinks,
      contains: texts(maria),
    })),
    {
      facts: {
        ...{ ...end, owner_email: null, is_refund: true },
        ...{ amount_kopecks: 99_050, reason: 'overtaken' },
      },
      links: legacyLinks,
      contains: texts('Maria Ivanova', '990'),
    },
  ],
  contact_questioned: [{ facts: owner, links: [], contains: texts(maria) }],
};
