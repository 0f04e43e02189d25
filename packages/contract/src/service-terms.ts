/** What the documents promise and the code keeps: one set of figures for both. */
export const serviceTerms = {
  /** How long files above the limit are kept after a plan has ended. */
  overLimitDays: 30,
  /** How many days before their removal the owner is warned, latest first. */
  overLimitWarningDays: [1, 7, 14],
  /** So much longer they are kept for the sole reason that no trusted contact can be written to. */
  untoldKeepDays: 90,
  /** How many days before the end of a period the owner is told what will be charged, or that it ends. */
  periodNoticeDays: { monthly: 3, yearly: 7 },
  /** A renewal that could be announced only late is charged no sooner than this after its mail. */
  lateNoticeDays: 1,
  /** So long after its end a period waits for an owner whose mail server refuses the announcement. */
  unreachedRenewalDays: 7,
  /** A declined renewal is tried again on this many of the following days. */
  renewalTryDays: 3,
  /** Up to this length an outage extends a plan; beyond it the money goes back. */
  outageExtensionDays: 30,
  /** How long a letter is tried that no mail server takes. */
  deliveryTryDays: 7,
  claimReviewDays: 30,
  /** Before new prices and new editions of the documents. */
  changeNoticeDays: 10,
  maintenanceNoticeHours: 24,
  /** Documents that a customer asks for. */
  documentsWorkingDays: 10,
  /** The provider's liability ends at what was paid in this time. */
  liabilityMonths: 12,
  subjectRequestDays: 30,
  /** An account is deleted for a breach no sooner than this after its suspension was mailed. */
  suspendedBeforeDeletionDays: 30,
  reviewMonths: { from: 6, to: 12 },
} as const;

/** How long data is kept. */
export const retention = {
  personalDataYears: 3,
  logsYears: 1,
  afterActivationYears: 1,
  trustedPersonDays: 30,
  paymentYears: 5,
  /** Before an account goes for inactivity, with a confirmed trusted contact or without. */
  inactivityWarnings: 3,
  /** From the first warning to the removal; the warnings are spread evenly over it. */
  inactivityWarningDays: 90,
  /** A warning that no mail server took or refused counts once it was tried for so long. */
  warningTryDays: 30,
  /** Papers of a request for activation, after its end. */
  requestPapersDays: 30,
  supportYears: 3,
  /** A sign-up that nobody confirmed, and whatever strangers asked for an address. */
  unconfirmedDays: 30,
  /** Counts of failed sign-ins and of calls. */
  attemptsDays: 1,
  strangeNotificationDays: 30,
  failedJobDays: 30,
  /** How many mails were taken or refused. */
  mailCountDays: 30,
  /** Which mails were taken, and reports about them. */
  bounceDays: 60,
  /** An address that is kept only for a last mail to it. */
  lastMailDays: 14,
  /** Mail that was captured in place of being sent, on a developer's machine. */
  capturedMailDays: 30,
  /** Backups are kept by the people who run the service, no longer than this. */
  backupDays: 30,
} as const;

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
