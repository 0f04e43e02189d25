/**
 * How long: a span from `from` on, `with_account` for what goes when the account goes, `at_once` for
 * what goes when `from` has come, `kept` for what names nobody and stays.
 */
export type RetentionPeriod =
  | { years: number }
  | { days: number }
  | 'with_account'
  | 'at_once'
  | 'kept';

/** Which job ends it; `queue` is the job queue itself, `operator` the people who run the service. */
export type RetentionJob =
  | 'watch-absent-owners'
  | 'end-handovers'
  | 'run-retention'
  | 'remove-objects'
  | 'free-uploads'
  | 'sweep-own-data'
  | 'queue'
  | 'operator'
  | null;

export interface RetentionRow {
  period: RetentionPeriod;
  /** What the period is counted from. */
  from: string;
  job: RetentionJob;
  /** Where it lies: tables of the database, or a place outside of it. */
  tables: readonly string[];
  elsewhere?: string;
}
