import type { RetryPolicy } from '../jobs/job.ts';

/** How long a mail is tried, by name. */
export const mailRetries = {
  /** About a day. */
  usual: { limit: 30, firstPauseSeconds: 5, longestPauseSeconds: 3_600 },
  /** About a week. */
  week: { limit: 36, firstPauseSeconds: 60, longestPauseSeconds: 6 * 3_600 },
  /** More than a week, an hour apart. */
  persistent: { limit: 200, firstPauseSeconds: 10, longestPauseSeconds: 3_600 },
  /** More tries than a week needs: `isFinal` of the mail decides when to give up. */
  until_final: { limit: 200, firstPauseSeconds: 60, longestPauseSeconds: 3 * 3_600 },
} satisfies Record<string, RetryPolicy>;

export type MailRetry = keyof typeof mailRetries;
