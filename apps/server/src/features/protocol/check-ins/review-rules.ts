import { daysAfter } from '@zavet/contract/days';
import { serviceTerms } from '@zavet/contract/service-terms';
import { needsReview } from '@zavet/contract/vault/instruction-rules';

export interface Reminder {
  /** Months without a review that the reminder was about. */
  stage: number;
  enqueued_at: Date;
}

const { from: early, to: late } = serviceTerms.reviewMonths;

/**
 * The stage of the reminder that is due, if any. Each stage is sent once until an instruction is
 * reviewed; afterwards only instructions that reached a stage since the last reminder count.
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
        !(last && needsReview(reviewed, last.enqueued_at, months)),
    );
  const stage = [late, early].find(hasReached);
  if (stage === undefined || !last) return stage;
  const isReviewedSince = reviewedAt.some((reviewed) => reviewed > last.enqueued_at);
  return isReviewedSince || stage > last.stage ? stage : undefined;
}

/** Shorter than an average calendar month, so that a check is never late. */
const daysOfMonth = 30;

/**
 * The next day on which an instruction may reach a stage. Instructions written or reviewed later
 * cannot reach the first stage before the default check.
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
