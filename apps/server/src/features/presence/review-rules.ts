import { needsReview } from '@zavet/contract/instructions/review-rules';
import { serviceTerms } from '@zavet/contract/legal/service-terms';

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
