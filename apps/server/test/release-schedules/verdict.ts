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

const startStatuses: string[] = ['requested', 'agreement_pending', 'payment_pending'];

function statusViolations({ id, moves }: ActivationHistory): string[] {
  return moves.flatMap(({ from, to }) => {
    const isKnown =
      from === null
        ? startStatuses.includes(to)
        : activationEvents.some((event) => nextActivationStatus(from, event) === to);
    return violationUnless(isKnown, `${id} went from ${from} to ${to}`);
  });
}

/** Only expiring activations become stale, and only after the full period. */
function expiryViolations({ id, moves }: ActivationHistory): string[] {
  return moves.flatMap(({ from, row }, at) => {
    const before = moves[at - 1]?.row.updated_at;
    if (row.end_reason !== 'stale' || row.status !== 'payment_canceled' || !before) return [];
    const openFor = Date.parse(row.updated_at) - Date.parse(before);
    const isFine =
      expiringActivationStatuses.some((one) => one === from) && openFor >= releaseTimings.stale;
    return violationUnless(isFine, `${id} was ended after ${openFor} as ${from}`);
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
  return violationUnless(
    isAlternating && areOnce,
    `releases and armings: ${turns.map(({ to }) => to).join()}`,
  );
}

const hour = 60 * 60 * 1000;

/** No release before the waiting period, by the rules in force at the payment, is over. */
function timeViolations(
  scene: Scene,
  ledger: readonly LedgerEntry[],
  { id, releases: [release], paid, rows }: ActivationHistory,
): string[] {
  if (!release) return [];
  const { activated_at, release_at, payment_id, is_alone } = release.row;
  const paidAt = scene.lane.provider
    .payments()
    .find((one) => one.payment_id === payment_id)?.paid_at;
  if (!paid || !paidAt || !activated_at) return [`${id} was released without a payment`];
  const rules = rulesAt(rulesBefore(ledger, paid.seq), paid.at);
  const dueAt = paidAt.getTime() + waitingHoursOf(rules, is_alone) * hour;
  return [
    ...violationUnless(
      Date.parse(activated_at) >= dueAt,
      `${id} released ${activated_at}, due ${dueAt}`,
    ),
    ...violationUnless(
      !release_at || Date.parse(activated_at) >= Date.parse(release_at),
      `${id} was released before ${release_at}`,
    ),
    ...postponementViolations(scene, ledger, id, rows),
    ...downtimeViolations(scene, release.row, paid.at),
    ...agreementViolations(release.row),
  ];
}

/** The release time only moves later, and only after downtime or a doubt. */
function postponementViolations(
  { downtimes }: Scene,
  ledger: readonly LedgerEntry[],
  id: string,
  rows: readonly ActivationRow[],
) {
  const days = releaseTimesOf(rows);
  const isOnlyLater = days.every((day, at) => day > (days[at - 1] ?? 0));
  const doubts = ledger.filter(({ subject, row }) => subject === 'activation_doubts' && row).length;
  return violationUnless(
    isOnlyLater && days.length <= 1 + downtimes.length + doubts,
    `the release time of ${id} was changed: ${days.join()}`,
  );
}

/** The owner has a full day to veto after every downtime during the waiting period. */
function downtimeViolations({ downtimes }: Scene, row: ActivationRow, paidAt: Date) {
  const { id, activated_at, release_at } = row;
  if (!activated_at || !release_at) return [];
  const missed = downtimes.filter(
    ({ started_at, ended_at }) =>
      started_at <= new Date(release_at) &&
      ended_at > paidAt &&
      Date.parse(activated_at) < ended_at.getTime() + releaseTimings.afterInterruption,
  );
  return violationUnless(missed.length === 0, `${id} was released without a day after downtime`);
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
  return violationUnless(isLate, `${id} continued alone too soon`);
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
 * No release after a veto, unless the activation started later, or was approved by certificate and
 * vetoed by link.
 */
function releasesAfterVeto(histories: readonly ActivationHistory[]): string[] {
  const vetoes = histories.flatMap(({ moves }) => moves.filter(({ row }) => isVeto(row)));
  return histories.flatMap(({ id, startedAt, releases: [release] }) =>
    violationUnless(
      !release ||
        vetoes.every(
          ({ seq, row }) =>
            release.seq < seq ||
            startedAt > seq ||
            (row.vetoed_by !== 'screen' && isCertified(release.row)),
        ),
      `${id} was released after a veto`,
    ),
  );
}

/**
 * No release after an acknowledged veto, except of an activation that a mailed link cannot veto.
 */
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
    violationUnless(
      !release || !(promised.has(id) || (byLink.has(id) && !isCertified(release.row))),
      `${id} was released after an acknowledged veto`,
    ),
  );
}

function isCertified({ approval_basis }: ActivationRow): boolean {
  return approval_basis === 'death_certificate';
}

function violationUnless(isFine: boolean, violation: string): string[] {
  return isFine ? [] : [violation];
}

/**
 * A vetoed contact starts nothing until the veto is lifted, and no activation of a removed contact is
 * released. A deleted account does not count as a removed contact.
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
        // Vetoes are read from the activations, because this table itself is under test.
        if (!entry.row?.vetoed_at) stopped.delete((entry.row ?? entry.former)?.contact_id ?? '');
        break;
      case 'activation_requests': {
        const { row, former } = entry;
        if (!row || row.status === former?.status) break;
        const contact = row.trusted_contact_id ?? '';
        if (isVeto(row)) stopped.add(contact);
        // A vetoed contact may still file a request, which is not a start.
        const isStarted = !former && row.status !== 'requested';
        if (isStarted && stopped.has(contact))
          wrong.push(`${contact} was vetoed and started again`);
        const isLeft = row.initiator_user_id !== null && statuses.get(contact) !== 'confirmed';
        if (row.status === 'activated' && isLeft)
          wrong.push(`${row.id} was released for ${contact}`);
      }
    }
  }
  return wrong;
}

const dismissalPauseMs = 24 * 60 * 60 * 1000;

/** No release while another contact doubts, nor within a day after such a doubt was dismissed. */
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
    if (decided && Date.parse(row.activated_at ?? '') < decided + dismissalPauseMs) {
      wrong.push(`${id} was released within a day after a doubt was dismissed`);
    }
  }
  return wrong;
}
