import { serviceTerms } from '../legal/service-terms.ts';

/** Whether an instruction was last looked at more than so many months ago; six if not said. */
export function needsReview(
  reviewedAt: Date,
  now: Date,
  months: number = serviceTerms.reviewMonths.from,
): boolean {
  return reviewedAt < monthsBefore(now, months);
}

/** What was last looked at before then needs a review. */
export function earliestReviewBefore(now: Date): Date {
  return monthsBefore(now, serviceTerms.reviewMonths.from);
}

/** Whole months since then; for «not reviewed for 8 months». */
export function monthsSince(then: Date, now: Date): number {
  const months =
    (now.getUTCFullYear() - then.getUTCFullYear()) * 12 + now.getUTCMonth() - then.getUTCMonth();
  return Math.max(0, then > monthsBefore(now, months) ? months - 1 : months);
}

/** The same day of an earlier month, or that month's last day where it is shorter. */
function monthsBefore(moment: Date, months: number): Date {
  const target = new Date(moment);
  target.setUTCDate(1);
  target.setUTCMonth(target.getUTCMonth() - months);
  const lastDay = new Date(
    Date.UTC(target.getUTCFullYear(), target.getUTCMonth() + 1, 0),
  ).getUTCDate();
  target.setUTCDate(Math.min(moment.getUTCDate(), lastDay));
  return target;
}
