import { daysAfter } from '@zavet/contract/days';
import { serviceTerms } from '@zavet/contract/service-terms';
import { needsReview } from '@zavet/contract/vault/instruction-rules';

/** The last mail that asked for a review. */
export interface Reminder {
  /** Months without a review. */
  stage: number;
  ordered_at: Date;
}

const { from: early, to: late } = serviceTerms.reviewMonths;

/**
 * The mail that is due, by months without a review, or none. Each stage comes once until something
 * was reviewed; afterwards only what has reached a stage since the last mail counts.
 */
export function dueReminder(
  reviewedAt: readonly Date[],
  last: Reminder | undefined,
  now: Date,
): number | undefined {
  const hasReached = (months: number) =>
    reviewedAt.some(
      (reviewed) =>
        needsReview(reviewed, now, months) &&
        !(last && needsReview(reviewed, last.ordered_at, months)),
    );
  const stage = [late, early].find(hasReached);
  if (stage === undefined || !last) return stage;
  const isReviewedSince = reviewedAt.some((reviewed) => reviewed > last.ordered_at);
  return isReviewedSince || stage > last.stage ? stage : undefined;
}

/** No month is longer than its share of these: a look may come some days early, and never late. */
const daysOfMonth = 30;

/**
 * When to look at an owner again: the next day on which something may reach a stage. What is written or
 * reviewed after now reaches the first stage later than the look without anything to wait for.
 */
export function nextReviewCheckAt(reviewedAt: readonly Date[], isPaused: boolean, now: Date): Date {
  const tomorrow = daysAfter(now, 1);
  if (isPaused) return tomorrow;
  const reached = reviewedAt.flatMap((reviewed) =>
    [early, late]
      .filter((months) => !needsReview(reviewed, now, months))
      .map((months) => daysAfter(reviewed, months * daysOfMonth).getTime()),
  );
  const next = Math.min(daysAfter(now, early * daysOfMonth).getTime(), ...reached);
  return new Date(Math.max(next, tomorrow.getTime()));
}
