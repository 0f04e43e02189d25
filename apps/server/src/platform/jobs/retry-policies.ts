/** How often a failed job is tried again, and after which pauses: each doubles, up to the longest. */
export interface RetryPolicy {
  limit: number;
  firstPauseSeconds: number;
  longestPauseSeconds: number;
}

/** Every policy by its name, from the shortest to the longest. */
export const retryPolicies = {
  /** The next run of its schedule does the same work. */
  never: { limit: 0, firstPauseSeconds: 1, longestPauseSeconds: 1 },
  /** What is still open afterwards is found by a job that comes round. */
  two_minutes: { limit: 3, firstPauseSeconds: 10, longestPauseSeconds: 60 },
  quarter_hour: { limit: 3, firstPauseSeconds: 60, longestPauseSeconds: 600 },
  hour: { limit: 10, firstPauseSeconds: 5, longestPauseSeconds: 600 },
  seven_hours: { limit: 50, firstPauseSeconds: 1, longestPauseSeconds: 600 },
  /** Of mails: about a day. */
  usual: { limit: 30, firstPauseSeconds: 5, longestPauseSeconds: 3_600 },
  two_days: { limit: 50, firstPauseSeconds: 5, longestPauseSeconds: 3_600 },
  /** Days, half a minute apart: for work that keeps account of its own tries. */
  every_half_minute: { limit: 10_000, firstPauseSeconds: 1, longestPauseSeconds: 30 },
  week: { limit: 36, firstPauseSeconds: 60, longestPauseSeconds: 6 * 3_600 },
  /** More than a week, an hour apart. */
  persistent: { limit: 200, firstPauseSeconds: 10, longestPauseSeconds: 3_600 },
  /** More tries than a week needs: `isFinal` of the mail decides when to give up. */
  until_final: { limit: 200, firstPauseSeconds: 60, longestPauseSeconds: 3 * 3_600 },
} satisfies Record<string, RetryPolicy>;

export type RetryName = keyof typeof retryPolicies;
