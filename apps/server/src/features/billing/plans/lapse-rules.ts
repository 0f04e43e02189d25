import { addDays, addMonths, type Day, daysBetween } from '@zavet/contract/days';
import type { ActivationStatus } from '@zavet/contract/protocol/protocol-values';
import { retention, serviceTerms } from '@zavet/contract/service-terms';
import type { PlanState } from './plan-rules.ts';

/** Mails are retried for a week. A mail without a result after this time was lost. */
const noticeTimeoutDays = 10;

/**
 * A notified contact gets the last warning again only after this time, if the owner's mail server
 * keeps refusing.
 */
const repeatNoticeDays = 30;

const warningDays = serviceTerms.overLimitWarningDays;

export const firstWarningDays = Math.max(...warningDays);

export const lastWarningDays = Math.min(...warningDays);

/** Interval after which a last warning without a result is repeated. */
const unansweredRepeatDays = 3;

/**
 * Interval after which a refused last warning is repeated. Files are kept until a last warning is
 * accepted.
 */
const refusedRepeatDays = 7;

/** Postponement if no contact is reachable. */
const unreachableRetryDays = 30;

export type GraceStep =
  | { step: 'none' }
  | { step: 'warn'; warned: number; grace_until: Day }
  /** Files are kept, and all warnings are repeated. */
  | { step: 'prolong'; grace_until: Day; grace_unnotified_since: Day | null; reason: KeepReason }
  | { step: 'remove' };

/** Decides about files above the limit. */
export function graceStep(state: PlanState, facts: RemovalFacts, today: Day): GraceStep {
  const { grace_until, grace_warned } = state;
  if (!grace_until) return { step: 'none' };
  const daysLeft = daysBetween(today, grace_until);
  const [hold] = listReleaseHolds(state, facts, today);
  if (hold) {
    // The first warning is due the day after the hold ends, with its full 14 days.
    const isFar = grace_warned === null && daysLeft > firstWarningDays;
    return isFar ? { step: 'none' } : prolong(state, addDays(today, firstWarningDays + 1), hold);
  }
  const due = warningDays.find((days) => daysLeft <= days);
  if (due === undefined) return { step: 'none' };
  if (facts.contacts.length > 0 && !isAnyContactNotified(facts)) {
    // Contacts always get the full 14 days, however late their first notice is.
    return warn(firstWarningDays, laterDay(grace_until, addDays(today, firstWarningDays)));
  }
  if (grace_warned === lastWarningDays) return stepAfterLastWarning(state, facts, today);
  if (grace_warned !== null && grace_warned <= due) return { step: 'none' };
  // A late last warning postpones the removal, so that the warning is still a day ahead.
  return warn(due, daysLeft >= 1 ? grace_until : addDays(today, lastWarningDays));
}

function stepAfterLastWarning(state: PlanState, facts: RemovalFacts, today: Day): GraceStep {
  const { reasons } = mayRemoveFiles(state, facts, today);
  if (reasons.length === 0) return { step: 'remove' };
  if (reasons.includes('day_not_reached')) return { step: 'none' };
  if (isWarningLost(state, today)) return warn(lastWarningDays, addDays(today, lastWarningDays));
  if (reasons.includes('owner_not_notified')) return { step: 'none' };
  if (reasons.includes('contacts_unreachable')) {
    const until = addDays(today, unreachableRetryDays);
    const grace_unnotified_since = state.grace_unnotified_since ?? today;
    return { ...prolong(state, until, 'contacts_unreachable'), grace_unnotified_since };
  }
  // If the payment fails, there is time for another.
  return reasons.includes('plan_payment')
    ? prolong(state, addDays(today, firstWarningDays + 1), 'plan_payment')
    : { step: 'none' };
}

/** The mail server accepted no last warning for days, so it is repeated. */
function isWarningLost(
  { grace_until, grace_notified_on, grace_refused_on }: PlanState,
  today: Day,
) {
  const repeatDays = grace_refused_on ? refusedRepeatDays : unansweredRepeatDays;
  return (
    grace_until !== null &&
    grace_notified_on === null &&
    daysBetween(grace_until, today) >= repeatDays
  );
}

function warn(warned: number, grace_until: Day): GraceStep {
  return { step: 'warn', warned, grace_until };
}

function prolong(
  { grace_until, grace_unnotified_since }: PlanState,
  until: Day,
  reason: KeepReason,
): GraceStep & { step: 'prolong' } {
  return {
    step: 'prolong',
    grace_until: laterDay(grace_until ?? until, until),
    grace_unnotified_since,
    reason,
  };
}

export function laterDay(one: Day, other: Day): Day {
  return one > other ? one : other;
}

/** An attempt to release the owner's letters. No files are removed meanwhile. */
type ReleaseHold =
  | 'request'
  | 'agreement'
  | 'activation_payment'
  | 'waiting'
  | 'in_effect'
  | 'just_ended';

/** Reasons to keep files above the limit. */
type KeepReason =
  | ReleaseHold
  | 'plan_payment'
  | 'day_not_reached'
  | 'owner_not_notified'
  | 'contacts_unreachable'
  | 'contacts_pending';

export interface RemovalFacts {
  /** All attempts to release the owner's letters. */
  releases: readonly Release[];
  /** A payment for the plan may be pending. */
  is_being_paid: boolean;
  /** The confirmed contacts, with their notices about this lapse. */
  contacts: readonly ContactNotices[];
}

interface Release {
  status: ActivationStatus;
  activated_on: Day | null;
  /** Day of the last change of the status. */
  changed_on: Day;
}

export interface ContactNotices {
  id: string;
  /** Day of the first notice about the removal. */
  first_enqueued_on: Day | null;
  /** The most recent last warning. */
  last: { enqueued_on: Day; accepted_on: Day | null; refused_on: Day | null } | null;
}

/**
 * Files may be removed once the announced day has come, the owner and one contact were notified on
 * an earlier day, and no payment or attempt to release letters is in progress.
 */
export function mayRemoveFiles(
  state: PlanState,
  facts: RemovalFacts,
  today: Day,
): { may: boolean; reasons: KeepReason[] } {
  const { grace_until, grace_notified_on } = state;
  const contacts = contactNoticeState(state, facts.contacts, today);
  const reasons: KeepReason[] = listReleaseHolds(state, facts, today);
  if (facts.is_being_paid) reasons.push('plan_payment');
  if (!grace_until || today < grace_until) reasons.push('day_not_reached');
  if (!isBefore(grace_notified_on, today)) reasons.push('owner_not_notified');
  if (contacts === 'unreachable') reasons.push('contacts_unreachable');
  if (contacts === 'pending') reasons.push('contacts_pending');
  return { may: reasons.length === 0, reasons };
}

/**
 * Lists the release attempts for which files are kept, including those that started and ended since
 * the contacts were warned. If no warned contact remains, attempts that ended yesterday still
 * count, so that files are not removed right after a hold.
 */
export function listReleaseHolds(
  { grace_warned }: Pick<PlanState, 'grace_warned'>,
  { releases, contacts }: Pick<RemovalFacts, 'releases' | 'contacts'>,
  today: Day,
): ReleaseHold[] {
  const warned = contacts.map(({ first_enqueued_on }) => first_enqueued_on ?? '').filter(Boolean);
  const latest = warned.sort().at(-1);
  const warnedOn = latest ?? (grace_warned === null ? null : addDays(today, -1));
  const holds = releases.map((release) => holdOf(release, warnedOn, today));
  return [...new Set(holds.filter((hold) => hold !== null))];
}

function holdOf(
  { status, activated_on, changed_on }: Release,
  warnedOn: Day | null,
  today: Day,
): ReleaseHold | null {
  switch (status) {
    case 'requested':
    case 'approved':
      return 'request';
    case 'agreement_pending':
    case 'agreed':
      return 'agreement';
    case 'payment_pending':
      return 'activation_payment';
    case 'waiting':
      return 'waiting';
    case 'activated':
    case 'delivering':
    case 'delivered':
    case 'partially_delivered':
      return isWithinYear(activated_on, today) ? 'in_effect' : null;
    case 'rejected':
    case 'payment_canceled':
    case 'vetoed':
    case 'past':
    case 'refunded':
      // The attempt ended after the contacts were warned, so the earlier warnings are void.
      return warnedOn !== null && changed_on >= warnedOn ? 'just_ended' : null;
  }
}

/** The last day is included, because the activation may have been late in the day. */
function isWithinYear(activatedOn: Day | null, today: Day): boolean {
  return !activatedOn || today <= addMonths(activatedOn, 12 * retention.afterActivationYears);
}

function isAnyContactNotified({ contacts }: RemovalFacts): boolean {
  return contacts.some(({ first_enqueued_on }) => first_enqueued_on !== null);
}

/**
 * `notified`: a mail to a contact was accepted on an earlier day. `pending`: a mail was accepted
 * today, or has no result yet.
 */
function contactNoticeState(
  { grace_unnotified_since }: PlanState,
  contacts: readonly ContactNotices[],
  today: Day,
): 'none' | 'notified' | 'pending' | 'unreachable' {
  const isGivenUp =
    grace_unnotified_since !== null &&
    daysBetween(grace_unnotified_since, today) >= serviceTerms.unnotifiedKeepDays;
  if (contacts.length === 0 || isGivenUp) return 'none';
  const warnings = contacts.flatMap(({ last }) => last ?? []);
  if (warnings.some(({ accepted_on }) => isBefore(accepted_on, today))) return 'notified';
  const isPending = warnings.some(
    ({ accepted_on, refused_on, enqueued_on }) =>
      accepted_on !== null ||
      (refused_on === null && daysBetween(enqueued_on, today) < noticeTimeoutDays),
  );
  return isPending ? 'pending' : 'unreachable';
}

function isBefore(day: Day | null, today: Day): boolean {
  return day !== null && day < today;
}

/** All contacts get the first warning; the last one is not repeated soon after it was accepted. */
export function needsNotice({ last }: ContactNotices, isLast: boolean, today: Day): boolean {
  return !isLast || !last?.accepted_on || daysBetween(last.accepted_on, today) >= repeatNoticeDays;
}
