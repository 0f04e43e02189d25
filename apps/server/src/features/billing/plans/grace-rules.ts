import { addDays, type Day, daysBetween } from '@zavet/contract/days';
import { serviceTerms } from '@zavet/contract/service-terms';
import type { PlanState } from './plan-rules.ts';
import {
  firstTold,
  type KeepReason,
  mayRemoveFiles,
  type RemovalFacts,
  releaseHolds,
} from './removal-rules.ts';

const warningDays = serviceTerms.overLimitWarningDays;
export const firstWarningDays = Math.max(...warningDays);
export const lastWarningDays = Math.min(...warningDays);
/** A warning that no mail server took is written again after so many days. */
const unansweredRepeatDays = 3;
/** One that the owner's mail server refuses comes less often: files stay until it takes one. */
const refusedRepeatDays = 7;
/** Contacts of whom none can be written to are tried again with a new day, so many days on. */
const untoldPauseDays = 30;

export type GraceStep =
  | { step: 'none' }
  | { step: 'warn'; warned: number; grace_until: Day }
  /** Files stay, and everybody will be warned anew. */
  | { step: 'prolong'; grace_until: Day; grace_untold_since: Day | null; reason: KeepReason }
  | { step: 'remove' };

/** What is to be done today about files above the limit. */
export function graceStep(state: PlanState, facts: RemovalFacts, today: Day): GraceStep {
  const { grace_until, grace_warned } = state;
  if (!grace_until) return { step: 'none' };
  const left = daysBetween(today, grace_until);
  const [hold] = releaseHolds(state, facts, today);
  if (hold) {
    // The first warning is due the day after what holds them is over, with all of its days.
    const isFar = grace_warned === null && left > firstWarningDays;
    return isFar ? { step: 'none' } : prolonged(state, addDays(today, firstWarningDays + 1), hold);
  }
  const due = warningDays.find((days) => left <= days);
  if (due === undefined) return { step: 'none' };
  if (facts.contacts.length > 0 && !firstTold(facts)) {
    // Contacts get all the days of the first warning, however late it comes.
    return warning(firstWarningDays, latest(grace_until, addDays(today, firstWarningDays)));
  }
  if (grace_warned === lastWarningDays) return afterLastWarning(state, facts, today);
  if (grace_warned !== null && grace_warned <= due) return { step: 'none' };
  // An owner who could not be warned in time gets the day that the last warning promises.
  return warning(due, left >= 1 ? grace_until : addDays(today, lastWarningDays));
}

function afterLastWarning(state: PlanState, facts: RemovalFacts, today: Day): GraceStep {
  const { reasons } = mayRemoveFiles(state, facts, today);
  if (reasons.length === 0) return { step: 'remove' };
  if (reasons.includes('day_not_come')) return { step: 'none' };
  if (isLost(state, today)) return warning(lastWarningDays, addDays(today, lastWarningDays));
  if (reasons.includes('owner_untold')) return { step: 'none' };
  if (reasons.includes('contacts_untold')) {
    const until = addDays(today, untoldPauseDays);
    const grace_untold_since = state.grace_untold_since ?? today;
    return { ...prolonged(state, until, 'contacts_untold'), grace_untold_since };
  }
  // A payment for the plan that comes to nothing leaves time for another.
  return reasons.includes('plan_payment')
    ? prolonged(state, addDays(today, firstWarningDays + 1), 'plan_payment')
    : { step: 'none' };
}

/** No mail server took the owner's last warning for days: it is written once more. */
function isLost({ grace_until, grace_notified_on, grace_refused_on }: PlanState, today: Day) {
  const repeatDays = grace_refused_on ? refusedRepeatDays : unansweredRepeatDays;
  return (
    grace_until !== null &&
    grace_notified_on === null &&
    daysBetween(grace_until, today) >= repeatDays
  );
}

function warning(warned: number, grace_until: Day): GraceStep {
  return { step: 'warn', warned, grace_until };
}

function prolonged(
  { grace_until, grace_untold_since }: PlanState,
  until: Day,
  reason: KeepReason,
): GraceStep & { step: 'prolong' } {
  return {
    step: 'prolong',
    grace_until: latest(grace_until ?? until, until),
    grace_untold_since,
    reason,
  };
}

function latest(one: Day, other: Day): Day {
  return one > other ? one : other;
}
