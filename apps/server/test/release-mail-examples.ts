import { rejectionReasons } from '@zavet/contract/protocol/protocol-values';
import type { MailWords } from '../src/platform/mail/templates/mail-words.ts';
import type { MailExample } from './mail-example.ts';

const at = '2026-11-15T21:05:00.000Z';
const release_at = '2026-11-18T21:05:00.000Z';
const starter = { contact_name: 'Boris Berg', contact_email: 'boris@example.org' };
const gone = { contact_name: null, contact_email: null };
const owner = { owner_name: 'Maria Ivanova', owner_email: 'maria@example.org' };
const boris = 'Boris Berg (boris@example.org)';
const maria = 'Maria Ivanova (maria@example.org)';
const legacies = ['/trusted-legacies'];
const account = ['/dashboard'];

const texts =
  (...said: string[]) =>
  () =>
    said;
const begun =
  (...said: string[]) =>
  ({ moment }: MailWords) => [moment(at), ...said];
const leaving =
  (...said: string[]) =>
  ({ moment, day }: MailWords) => [moment(release_at), day(release_at), ...said];

/** What owner and contacts are told from the first press to the letters, or to a stop. */
export function releaseMailExamples(token: string): Record<string, MailExample[]> {
  const stop = [`/stop#token=${token}`];
  const paying = { ...starter, at };
  const waits = { ...starter, started_at: at, release_at, decided_by: null };
  const approved = {
    name: 'Boris Berg',
    email: 'boris@example.org',
    stop_token: null,
    has_documents: false,
    is_by_certificate: false,
    has_pin: true,
  };
  const told = { ...owner, starter_name: 'Boris Berg', release_at };
  return {
    activation_payment_started: [
      {
        facts: { ...paying, waiting_hours: 0, stop_token: token },
        links: stop,
        says: begun(boris),
      },
      {
        facts: { ...paying, waiting_hours: 24, stop_token: token },
        links: stop,
        says: (words) => begun(boris, words.t('duration.hours', { count: 24 }))(words),
      },
      {
        facts: { ...paying, waiting_hours: 72, stop_token: token },
        links: stop,
        says: (words) => begun(boris, words.t('duration.days', { count: 3 }))(words),
      },
      // It was ordered before such mails had a link.
      {
        facts: { ...paying, waiting_hours: 0, stop_token: null },
        links: account,
        says: begun(boris),
      },
    ],
    activation_waits: [
      ...['first', 'daily', 'last_day', 'postponed'].map((warning) => ({
        facts: { ...waits, warning, stop_token: token },
        links: stop,
        says: (words: MailWords) => [...begun(boris)(words), ...leaving()(words)],
      })),
      {
        facts: { ...waits, ...gone, warning: 'daily', stop_token: null },
        links: account,
        says: leaving(),
      },
      {
        facts: { ...waits, decided_by: at, warning: 'daily', stop_token: token },
        links: stop,
        says: (words) => [
          ...leaving()(words),
          words.t('protocol.activation_waits.held', { day: words.day(at) }),
        ],
      },
    ],
    waiting_begun: [{ facts: { ...owner, release_at }, links: legacies, says: leaving(maria) }],
    waiting_postponed: [{ facts: { ...owner, release_at }, links: legacies, says: leaving(maria) }],
    waiting_for_others: [
      {
        facts: told,
        links: legacies,
        says: ({ moment }) => [moment(release_at), maria, 'Boris Berg'],
      },
      {
        facts: { ...told, starter_name: null },
        links: legacies,
        says: ({ t }) => [maria, t('protocol.a_contact')],
      },
    ],
    waiting_ended_for_others: [{ facts: told, links: legacies, says: texts(maria) }],
    stop_recorded: [
      { facts: { ...starter, is_contact: true }, links: account, says: texts(boris) },
      { facts: { ...gone, is_contact: false }, links: account },
    ],
    start_stopped: [true, false].map((was_paid) => ({
      facts: { ...owner, was_paid },
      links: legacies,
      says: texts(maria),
    })),
    stop_for_others: [{ facts: told, links: legacies, says: texts(maria) }],
    contact_questioned: [{ facts: owner, links: [], says: texts(maria) }],
    contact_kept: [{ facts: owner, links: legacies, says: texts(maria) }],
    contact_approved: [
      { facts: { ...owner, has_pin: false }, links: legacies, says: texts(maria) },
      {
        facts: { ...owner, has_pin: true },
        links: legacies,
        says: ({ t }) => [maria, t('protocol.contact_approved.pin')],
      },
    ],
    contact_approved_for_owner: [
      { facts: approved, links: ['/contact'], says: texts(boris) },
      {
        facts: { ...approved, has_documents: true },
        links: ['/contact'],
        says: ({ t }) => [boris, t('protocol.contact_approved_for_owner.documents')],
      },
      {
        facts: { ...approved, stop_token: token },
        links: [...stop, '/contact'],
        says: texts(boris),
      },
      {
        facts: { ...approved, is_by_certificate: true },
        links: [...account, '/contact'],
        says: ({ t }) => [boris, t('protocol.contact_approved_for_owner.certificate')],
      },
    ],
    ...requestMailExamples(token),
    ...doubtMailExamples(token),
    agreement_asked: [{ facts: told, links: legacies, says: texts(maria, 'Boris Berg') }],
    agreement_asked_for_owner: [
      ...[false, true].map((is_agreed) => ({
        facts: { ...paying, is_agreed, stop_token: token },
        links: stop,
        says: begun(boris),
      })),
      {
        facts: { ...paying, is_agreed: false, stop_token: null },
        links: account,
        says: begun(boris),
      },
    ],
    agreement_given: [{ facts: owner, links: legacies, says: texts(maria) }],
    agreement_unanswered: [{ facts: owner, links: legacies, says: texts(maria) }],
  };
}

function doubtMailExamples(token: string): Record<string, MailExample[]> {
  const stop = [`/stop#token=${token}`];
  const doubt = { doubter_name: 'Vera Vik', decided_by: at };
  const told = { ...owner, starter_name: 'Boris Berg', release_at: null };
  const decided =
    (...said: string[]) =>
    ({ day }: MailWords) => [day(at), ...said];
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
  return {
    start_doubted: [
      { facts: { ...owner, ...doubt }, links: legacies, says: decided(maria, 'Vera Vik') },
      {
        facts: { ...owner, ...doubt, doubter_name: null },
        links: legacies,
        says: ({ t }) => [maria, t('protocol.a_contact')],
      },
    ],
    start_doubted_for_others: [
      {
        facts: { ...told, ...doubt },
        links: legacies,
        says: decided(maria, 'Vera Vik', 'Boris Berg'),
      },
    ],
    start_doubted_for_owner: [
      {
        facts: { ...starter, ...doubt, stop_token: token },
        links: stop,
        says: decided(boris, 'Vera Vik'),
      },
      { facts: { ...gone, ...doubt, stop_token: null }, links: account, says: decided('Vera Vik') },
    ],
    doubt_ended: endings.flatMap((ended) =>
      [false, true].map((is_other) => ({
        facts: { ...owner, ...ended, is_other },
        links: legacies,
        says: (words: MailWords) => [maria, nextStep(words, ended.next, is_other)],
      })),
    ),
    doubt_ended_for_owner: endings.map((ended) => ({
      facts: { ...starter, ...ended, stop_token: token },
      links: stop,
      says: (words) => [boris, nextStep(words, ended.next, true)],
    })),
    doubt_upheld: [{ facts: owner, links: legacies, says: texts(maria) }],
    doubt_upheld_for_others: [{ facts: told, links: legacies, says: texts(maria) }],
  };
}

function requestMailExamples(token: string): Record<string, MailExample[]> {
  const filed = { ...starter, at };
  const operatorNote = 'Page 2 of 2, please.';
  return {
    request_filed_for_owner: [
      {
        facts: { ...filed, stop_token: token },
        links: [`/stop#token=${token}`],
        says: (words) => begun(boris, words.t('protocol.i_am_here'))(words),
      },
      { facts: { ...filed, stop_token: null }, links: account, says: begun(boris) },
    ],
    certificate_proposed_for_owner: [
      {
        facts: { ...starter, stop_token: token },
        links: [`/stop#token=${token}`],
        says: ({ t }) => [boris, t('protocol.i_am_here')],
      },
      { facts: { ...starter, stop_token: null }, links: account, says: texts(boris) },
    ],
    start_ends: (['approved', 'asked', 'agreed'] as const).map((stage) => ({
      facts: { ...owner, stage, ends_at: release_at },
      links: legacies,
      says: (words) => leaving(maria, words.t(`protocol.start_ends.body.${stage}`))(words),
    })),
    start_left_open: [{ facts: owner, links: legacies, says: texts(maria) }],
    request_received: [
      {
        facts: { ...owner, answer_by: release_at },
        links: legacies,
        says: (words) => [maria, words.day(release_at)],
      },
    ],
    request_rejected: rejectionReasons.map((rejection) => ({
      facts: { ...owner, rejection, note: rejection === 'owner_answered' ? null : operatorNote },
      links: legacies,
      says: ({ t }) => [
        maria,
        t(`protocol.request_rejected.why.${rejection}`),
        ...(rejection === 'owner_answered' ? [] : [operatorNote]),
      ],
    })),
  };
}
