import { addDays, type Day, daysBetween } from '@zavet/contract/days';
import { serviceTerms } from '@zavet/contract/legal/service-terms';
import type { PlanState } from './plan-rules.ts';

const warningDays = serviceTerms.overLimitWarningDays;
export const firstWarningDays = Math.max(...warningDays);
export const lastWarningDays = Math.min(...warningDays);
/** A warning that no mail server took is written again after so many days. */
const unansweredRepeatDays = 3;
/** One that the owner's mail server refuses comes less often: files stay until it takes one. */
const refusedRepeatDays = 7;

export type GraceStep =
  | { step: 'none' }
  | { step: 'warn'; warned: number; grace_until: Day }
  | { step: 'remove' };

/** What is to be done today about files above the limit. Nothing is removed without the last warning. */
export function graceStep(state: PlanState, today: Day): GraceStep {
  const { grace_until, grace_warned, grace_notified_on, grace_refused_on } = state;
  if (!grace_until) return { step: 'none' };
  const left = daysBetween(today, grace_until);
  if (grace_warned === warningDays[0]) {
    const isNotified = grace_notified_on !== null && daysBetween(grace_notified_on, today) >= 1;
    if (left <= 0 && isNotified) return { step: 'remove' };
    // No mail server took it for days: it is written once more.
    const repeatDays = grace_refused_on ? refusedRepeatDays : unansweredRepeatDays;
    const isLost = grace_notified_on === null && left <= -repeatDays;
    return isLost
      ? { step: 'warn', warned: warningDays[0], grace_until: addDays(today, 1) }
      : { step: 'none' };
  }
  const due = warningDays.find((days) => left <= days);
  if (due === undefined || (grace_warned !== null && grace_warned <= due)) return { step: 'none' };
  // An owner who could not be warned in time gets the day that the last warning promises.
  return { step: 'warn', warned: due, grace_until: left >= 1 ? grace_until : addDays(today, 1) };
}
