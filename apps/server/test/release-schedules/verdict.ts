import type { ContactStatus } from '@zavet/contract/people/contact-rules';
import { expiringActivationStatuses } from '@zavet/contract/protocol/protocol-values';
import {
  defaultReleaseRules,
  mayContinueAloneAt,
  releaseTimings,
  rulesAt,
  type StoredReleaseRules,
  waitingHoursOf,
} from '@zavet/contract/protocol/release-rules';
import {
  activationEvents,
  nextActivationStatus,
} from '../../src/features/protocol/activation/activation-rules.ts';
import type { Scene } from './household.ts';
import {
  type ActivationHistory,
  type ActivationRow,
  activationHistories,
  type DoubtRow,
  isVeto,
  type LedgerEntry,
  type RulesRow,
  releaseTimesOf,
} from './ledger.ts';
import { mailViolations, type Outcome, paymentViolations } from './outcome.ts';

/** All violated invariants. */
export function violationsOf(scene: Scene, outcome: Outcome): string[] {
  const histories = activationHistories(outcome.ledger);
  return [
    ...histories.flatMap(statusViolations),
    ...histories.flatMap(expiryViolations),
    ...repeatedReleases(histories),
    ...histories.flatMap((history) => timeViolations(scene, outcome.ledger, history)),
    ...releasesAfterVeto(histories),
    ...contactViolations(outcome.ledger),
    ...doubtViolations(outcome.ledger),
    ...releasesAfterAcknowledgement(scene, histories),
    ...paymentViolations(scene, outcome, histories),
    ...mailViolations(outcome, histories),
  ];
}

const beginnings: string[] = ['requested', 'agreement_pending', 'payment_pending'];

function statusViolations({ id, moves }: ActivationHistory): string[] {
  return moves.flatMap(({ from, to }) => {
    const isKnown =
      from === null
        ? beginnings.includes(to)
        : activationEvents.some((event) => nextActivationStatus(from, event) === to);
    return unless(isKnown, `${id} went from ${from} to ${to}`);
  });
}

/** Only expiring activations become stale, and only after the full period. */
function expiryViolations({ id, moves }: ActivationHistory): string[] {
  return moves.flatMap(({ from, note }, at) => {
    const before = moves[at - 1]?.note.updated_at;
    if (note.end_reason !== 'stale' || note.status !== 'payment_canceled' || !before) return [];
    const openFor = Date.parse(note.updated_at) - Date.parse(before);
    const isFine =
      expiringActivationStatuses.some((one) => one === from) && openFor >= releaseTimings.stale;
    return unless(isFine, `${id} was ended after ${openFor} as ${from}`);
  });
}

/** At most one release between two re-armings. */
function repeatedReleases(histories: readonly ActivationHistory[]): string[] {
  const turns = histories
    .flatMap(({ id, moves }) => moves.map((move) => ({ ...move, id })))
    .filter(({ to }) => to === 'activated' || to === 'past')
    .sort((one, other) => one.seq - other.seq);
  const isAlternating = turns.every(({ to }, at) => to === (at % 2 ? 'past' : 'activated'));
  const areOnce = histories.every(({ releases }) => releases.length <= 1);
  return unless(
    isAlternating && areOnce,
    `releases and armings: ${turns.map(({ to }) => to).join()}`,
  );
}

const hour = 60 * 60 * 1000;

/** No release before its due time, counted from the payment by the rules in force then. */
function timeViolations(
  scene: Scene,
  ledger: readonly LedgerEntry[],
  { id, releases: [release], paid, notes }: ActivationHistory,
): string[] {
  if (!release) return [];
  const { activated_at, release_at, payment_id, is_alone } = release.note;
  const paidAt = scene.lane.provider
    .payments()
    .find((one) => one.payment_id === payment_id)?.paid_at;
  if (!paid || !paidAt || !activated_at) return [`${id} was released without a payment`];
  const rules = rulesAt(rulesBefore(ledger, paid.seq), paid.at);
  const dueAt = paidAt.getTime() + waitingHoursOf(rules, is_alone) * hour;
  return [
    ...unless(Date.parse(activated_at) >= dueAt, `${id} left at ${activated_at}, due ${dueAt}`),
    ...unless(
      !release_at || Date.parse(activated_at) >= Date.parse(release_at),
      `${id} left before ${release_at}`,
    ),
    ...postponementViolations(scene, ledger, id, notes),
    ...downtimeViolations(scene, release.note, paid.at),
    ...agreementViolations(release.note),
  ];
}

/** The release time only moves later, and only after downtime or a doubt. */
function postponementViolations(
  { downtimes }: Scene,
  ledger: readonly LedgerEntry[],
  id: string,
  notes: readonly ActivationRow[],
) {
  const days = releaseTimesOf(notes);
  const isOnlyLater = days.every((day, at) => day > (days[at - 1] ?? 0));
  const doubts = ledger.filter(({ subject, row }) => subject === 'activation_doubts' && row).length;
  return unless(
    isOnlyLater && days.length <= 1 + downtimes.length + doubts,
    `the day of ${id} was changed: ${days.join()}`,
  );
}

/** The owner has a full day to veto after every downtime during the waiting period. */
function downtimeViolations({ downtimes }: Scene, note: ActivationRow, paidAt: Date) {
  const { id, activated_at, release_at } = note;
  if (!activated_at || !release_at) return [];
  const missed = downtimes.filter(
    ({ started_at, ended_at }) =>
      started_at <= new Date(release_at) &&
      ended_at > paidAt &&
      Date.parse(activated_at) < ended_at.getTime() + releaseTimings.afterInterruption,
  );
  return unless(missed.length === 0, `${id} left without a day after a standstill`);
}

function agreementViolations({
  id,
  is_alone,
  agreement_asked_at,
  payment_started_at,
}: ActivationRow) {
  if (!is_alone) return [];
  const isLate =
    agreement_asked_at !== null &&
    payment_started_at !== null &&
    mayContinueAloneAt(new Date(agreement_asked_at)) <= new Date(payment_started_at);
  return unless(isLate, `${id} went on alone too soon`);
}

function rulesBefore(ledger: readonly LedgerEntry[], seq: number): StoredReleaseRules {
  const latest = ledger.findLast(
    (entry) => entry.subject === 'protocol_rules' && entry.seq < seq && entry.row !== null,
  );
  if (!latest) return defaultReleaseRules;
  const row = latest.row as RulesRow;
  const { waiting_hours, needs_second, pending_from } = row;
  const pending = pending_from && {
    waiting_hours: row.pending_waiting_hours ?? 0,
    needs_second: row.pending_needs_second ?? false,
    from: new Date(pending_from),
  };
  return { waiting_hours, needs_second, pending: pending || null };
}

/**
 * No release after a veto, unless it was started later or rests on a certificate that a link cannot
 * refute.
 */
function releasesAfterVeto(histories: readonly ActivationHistory[]): string[] {
  const vetoes = histories.flatMap(({ moves }) => moves.filter(({ note }) => isVeto(note)));
  return histories.flatMap(({ id, startedAt, releases: [release] }) =>
    unless(
      !release ||
        vetoes.every(
          ({ seq, note }) =>
            release.seq < seq ||
            startedAt > seq ||
            (note.vetoed_by !== 'screen' && isCertified(release.note)),
        ),
      `${id} was released after a veto`,
    ),
  );
}

/** No release after an acknowledged veto, except of what a mailed link cannot veto. */
function releasesAfterAcknowledgement(
  { vetoes: acknowledged }: Scene,
  histories: readonly ActivationHistory[],
): string[] {
  const promisedBy = (ways: string[]) =>
    new Set(
      acknowledged.flatMap(({ activation_ids, way }) => (ways.includes(way) ? activation_ids : [])),
    );
  const promised = promisedBy(['screen', 'code']);
  const byLink = promisedBy(['link']);
  return histories.flatMap(({ id, releases: [release] }) =>
    unless(
      !release || !(promised.has(id) || (byLink.has(id) && !isCertified(release.note))),
      `${id} was released, and said to be stopped`,
    ),
  );
}

function isCertified({ approval_basis }: ActivationRow): boolean {
  return approval_basis === 'death_certificate';
}

function unless(isFine: boolean, violation: string): string[] {
  return isFine ? [] : [violation];
}

/**
 * A blocked contact starts nothing until it is unblocked, and no activation of a former contact is
 * released. A contact who only deleted the account does not count as former.
 */
function contactViolations(ledger: readonly LedgerEntry[]): string[] {
  const stopped = new Set<string>();
  const statuses = new Map<string, ContactStatus | 'removed'>();
  const wrong: string[] = [];
  for (const entry of ledger) {
    switch (entry.subject) {
      case 'protocol_rules':
      case 'activation_doubts':
        break;
      case 'trusted_contacts':
        statuses.set((entry.row ?? entry.former)?.id ?? '', entry.row?.status ?? 'removed');
        break;
      case 'contact_vetoes':
        // Vetoes are read from the activations, since the standing itself is under test.
        if (!entry.row?.vetoed_at) stopped.delete((entry.row ?? entry.former)?.contact_id ?? '');
        break;
      case 'activation_requests': {
        const { row, former } = entry;
        if (!row || row.status === former?.status) break;
        const contact = row.trusted_contact_id ?? '';
        if (isVeto(row)) stopped.add(contact);
        // A blocked contact may still file a request, which starts nothing.
        const isStarted = !former && row.status !== 'requested';
        if (isStarted && stopped.has(contact)) wrong.push(`${contact} was stopped and began again`);
        const isLeft = row.initiator_user_id !== null && statuses.get(contact) !== 'confirmed';
        if (row.status === 'activated' && isLeft) wrong.push(`${row.id} left for ${contact}`);
      }
    }
  }
  return wrong;
}

const afterDismissal = 24 * 60 * 60 * 1000;

/**
 * No release while a doubt of another contact is open, nor within a day after one about waiting
 * letters was dismissed.
 */
function doubtViolations(ledger: readonly LedgerEntry[]): string[] {
  const open = new Map<string, DoubtRow>();
  const waiting = new Map<string, ActivationRow>();
  const dismissedAt = new Map<string, number>();
  const wrong: string[] = [];
  for (const { subject, row, former } of ledger) {
    if (subject === 'activation_doubts') {
      const id = (row ?? former)?.id ?? '';
      if (row && row.ended_at === null) open.set(id, row);
      else open.delete(id);
      if (row?.ended_at && row.ending === 'dismissed') {
        for (const [held] of waiting) dismissedAt.set(held, Date.parse(row.ended_at));
      }
    }
    if (subject !== 'activation_requests') continue;
    const id = (row ?? former)?.id ?? '';
    if (row?.status === 'waiting') waiting.set(id, row);
    else waiting.delete(id);
    if (row?.status !== 'activated' || former?.status === 'activated') continue;
    const holding = [...open.values()].filter(
      ({ contact_id }) => contact_id === null || contact_id !== row.trusted_contact_id,
    );
    if (holding.length > 0) wrong.push(`${id} was released while ${holding.length} doubted it`);
    const decided = dismissedAt.get(id);
    if (decided && Date.parse(row.activated_at ?? '') < decided + afterDismissal) {
      wrong.push(`${id} was released within a day after a doubt was dismissed`);
    }
  }
  return wrong;
}
