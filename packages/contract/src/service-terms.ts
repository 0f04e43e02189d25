/** Figures promised by the documents and used by the code. */
export const serviceTerms = {
  /** Files above the limit are kept this long after a plan has ended. */
  overLimitDays: 30,
  /** Warnings, in days before the removal of these files, latest first. */
  overLimitWarningDays: [1, 7, 14],
  /** Additional days if no trusted contact can be reached. */
  unnotifiedKeepDays: 90,
  /** Notice of the charge or the end of a period. */
  periodNoticeDays: { monthly: 3, yearly: 7 },
  /** Minimum time between a late notice and the charge. */
  lateNoticeDays: 1,
  /** A renewal waits this long if the notice to the owner was refused. */
  unreachedRenewalDays: 7,
  /** Days with further attempts after a declined renewal. */
  renewalTryDays: 3,
  /** Longest outage that extends plans; longer outages are refunded. */
  outageExtensionDays: 30,
  /** Days during which a letter is retried that no mail server accepts. */
  deliveryTryDays: 7,
  claimReviewDays: 30,
  /** Days of notice before new prices and new editions of documents. */
  changeNoticeDays: 10,
  maintenanceNoticeHours: 24,
  /** Working days to provide documents that a customer requests. */
  documentsWorkingDays: 10,
  /** The provider is liable up to the customer's payments of these last months. */
  liabilityMonths: 12,
  subjectRequestDays: 30,
  /** Minimum time between the mail about a suspension and the deletion for a violation. */
  suspendedBeforeDeletionDays: 30,
  reviewMonths: { from: 6, to: 12 },
} as const;

/** Retention of data. */
export const retention = {
  personalDataYears: 3,
  logsYears: 1,
  afterActivationYears: 1,
  trustedPersonDays: 30,
  /** Days that deleted instructions stay in the bin. */
  binDays: 30,
  paymentYears: 5,
  /** Number of warnings before an inactive account is deleted. */
  inactivityWarnings: 3,
  /** Time from the first warning to the deletion, divided evenly among the warnings. */
  inactivityWarningDays: 90,
  /** A warning that no mail server has accepted counts as given after this time. */
  warningTryDays: 30,
  /** Documents of a request for activation, after its end. */
  requestPapersDays: 30,
  supportYears: 3,
  /** Unconfirmed sign-ups and anonymous requests. */
  unconfirmedDays: 30,
  /** Counters of failed sign-ins and calls. */
  attemptsDays: 1,
  unknownNotificationDays: 30,
  failedJobDays: 30,
  /** Counters of accepted and refused mails. */
  mailCountDays: 30,
  /** Accepted mails and their delivery reports. */
  bounceDays: 60,
  /** Addresses kept only for a last mail. */
  lastMailDays: 14,
  /** Captured mail on development machines. */
  capturedMailDays: 30,
  /** Maximum age of backups kept by the operating company. */
  backupDays: 30,
} as const;

/**
 * Time from the event `from` to the deletion. `immediately`: deleted at `from`. `with_account`: deleted
 * with the account. `kept`: never deleted, contains no personal data.
 */
export type RetentionPeriod =
  | { years: number }
  | { days: number }
  | 'with_account'
  | 'immediately'
  | 'kept';

/**
 * The job that deletes the data; `queue`: the job queue itself, `operator`: the operating company.
 */
export type RetentionJob =
  | 'process-inactive-owners'
  | 'end-handovers'
  | 'run-retention'
  | 'remove-objects'
  | 'free-uploads'
  | 'sweep-data-exports'
  | 'queue'
  | 'operator'
  | null;

export interface RetentionRow {
  period: RetentionPeriod;
  /** Event that starts the period. */
  from: string;
  job: RetentionJob;
  /** Tables of the database; `elsewhere`: other places. */
  tables: readonly string[];
  elsewhere?: string;
}
