/** Figures promised by the documents and used by the code. */
export const serviceTerms = {
  /** Files above the limit are kept this long after a plan has ended. */
  overLimitDays: 30,
  /** Warnings before their removal, latest first. */
  overLimitWarningDays: [1, 7, 14],
  /** Extension if no trusted contact can be reached. */
  unnotifiedKeepDays: 90,
  /** Notice of the charge or the end of a period. */
  periodNoticeDays: { monthly: 3, yearly: 7 },
  /** Minimum between a late notice and the charge. */
  lateNoticeDays: 1,
  /** A renewal waits this long if the notice to the owner was refused. */
  unreachedRenewalDays: 7,
  /** Days with further attempts after a declined renewal. */
  renewalTryDays: 3,
  /** Longest outage compensated with days; longer ones are refunded. */
  outageExtensionDays: 30,
  /** Retries of a letter that no mail server accepts. */
  deliveryTryDays: 7,
  claimReviewDays: 30,
  /** Notice of new prices and editions of documents. */
  changeNoticeDays: 10,
  maintenanceNoticeHours: 24,
  /** Documents on request of a customer. */
  documentsWorkingDays: 10,
  /** The provider is liable up to the customer's payments of these last months. */
  liabilityMonths: 12,
  subjectRequestDays: 30,
  /** Minimum between a mailed suspension and the deletion for a violation. */
  suspendedBeforeDeletionDays: 30,
  reviewMonths: { from: 6, to: 12 },
} as const;

/** Retention of data. */
export const retention = {
  personalDataYears: 3,
  logsYears: 1,
  afterActivationYears: 1,
  trustedPersonDays: 30,
  /** Deleted instructions in the bin. */
  binDays: 30,
  paymentYears: 5,
  /** Warnings before an inactive account is deleted. */
  inactivityWarnings: 3,
  /** From the first warning to the deletion; evenly spread. */
  inactivityWarningDays: 90,
  /** A warning that no mail server has accepted or refused counts after this time. */
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
  /** Maximum for backups of the operating company. */
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
  /** Start of the period. */
  from: string;
  job: RetentionJob;
  /** Tables of the database; `elsewhere`: other places. */
  tables: readonly string[];
  elsewhere?: string;
}
