import { type RetentionJob, type RetentionRow, retention } from '../service-terms.ts';
import { dataExportTerms } from '../vault/data-export-values.ts';

/**
 * Every kind of data with its retention and the job that ends it. Tests compare it with the legal
 * documents, the operators' page, the jobs and the database tables.
 */
export const retentionTable = {
  account: {
    period: { years: retention.personalDataYears },
    from: 'the last activity: a sign-in, a renewed session, an answer to a check-in mail; three warnings come before it',
    job: 'process-inactive-owners',
    tables: ['users', 'owner_keys', 'inactivity_warnings', 'inactivity_notices'],
    elsewhere: 'objects of files, in the object store',
  },
  account_details: {
    period: 'with_account',
    from: 'details entered or chosen by an owner',
    job: 'process-inactive-owners',
    tables: [
      ...['user_profiles', 'passwords', 'void_passwords', 'known_devices', 'consents'],
      ...['email_changes', 'edition_notices', 'operators', 'review_reminders'],
      ...['rehearsals', 'rehearsal_reminders'],
      ...['account_corrections', 'passkeys', 'authenticators', 'recovery_codes'],
      ...['unreached_addresses'],
    ],
  },
  content: {
    period: 'with_account',
    from: 'content of an owner; released content ends sooner',
    job: 'process-inactive-owners',
    tables: [
      ...['instructions', 'instruction_contacts', 'instruction_files', 'expected_files'],
      ...['removed_files', 'former_texts', 'instruction_usage', 'instruction_searches'],
      ...['user_storage_usage'],
      ...['mailboxes', 'mailbox_folders', 'mailbox_messages'],
    ],
  },
  contacts: {
    period: 'with_account',
    from: 'the owner named them; after a handover they end sooner',
    job: 'process-inactive-owners',
    tables: [
      ...['trusted_contacts', 'contact_invitations', 'contact_reconfirmations', 'contact_vetoes'],
      ...['activation_pin_tries', 'rehearsal_participants'],
    ],
  },
  owners_rules: {
    period: 'with_account',
    from: 'the owner chose them, and may remove them',
    job: 'process-inactive-owners',
    tables: ['protocol_rules', 'second_addresses'],
  },
  check_ins: {
    period: 'with_account',
    from: 'the owner enabled check-ins',
    job: 'process-inactive-owners',
    tables: ['check_in_settings', 'check_in_rounds', 'check_ins', 'check_in_notices'],
  },
  plan: {
    period: 'with_account',
    from: 'the owner bought it',
    job: 'process-inactive-owners',
    tables: [
      ...['user_storage', 'plan_periods', 'plan_notices', 'outage_effects', 'payment_methods'],
      ...['plan_gifts', 'removal_notices'],
    ],
  },
  activations: {
    period: 'with_account',
    from: 'the start of the activation',
    job: 'process-inactive-owners',
    tables: ['activation_requests', 'activation_doubts', 'veto_links'],
  },
  handovers: {
    period: { years: retention.afterActivationYears },
    from: 'the release, or the end of the last link if that is later; not while a letter is still retried',
    job: 'end-handovers',
    tables: ['envelopes', 'deliveries', 'delivery_links', 'delivery_events'],
    elsewhere: 'the instructions that were handed over, with their files',
  },
  contacts_after_handover: {
    period: { days: retention.trustedPersonDays },
    from: 'the end of a handover during which the owner was not active',
    job: 'end-handovers',
    tables: ['trusted_contacts'],
  },
  binned_instructions: {
    period: { days: retention.binDays },
    from: 'the deletion; its owner ends it sooner',
    job: 'run-retention',
    tables: ['binned_instructions', 'binned_contacts'],
    elsewhere: 'files and former texts of the instruction',
  },
  unconfirmed_accounts: {
    period: { days: retention.unconfirmedDays },
    from: 'the sign-up, unless a link of it can still be used',
    job: 'run-retention',
    tables: ['users'],
  },
  sessions: {
    period: 'immediately',
    from: 'the end of the session; the minutes in which a sign-in or a passkey was to be finished',
    job: 'run-retention',
    tables: ['sessions', 'desk_sessions', 'pending_sign_ins', 'used_challenges'],
  },
  security_events: {
    period: { years: retention.logsYears },
    from: 'the event',
    job: 'run-retention',
    tables: ['security_events'],
  },
  account_links: {
    period: 'immediately',
    from: 'three days after the end of the link',
    job: 'run-retention',
    tables: ['account_links'],
  },
  account_requests: {
    period: { days: retention.unconfirmedDays },
    from: 'the request; answering it ends it sooner',
    job: 'run-retention',
    tables: ['account_requests'],
  },
  sign_in_attempts: {
    period: { days: retention.attemptsDays },
    from: 'the last failure; the end of the wait for a lost device',
    job: 'run-retention',
    tables: ['sign_in_attempts', 'lost_device_waits'],
  },
  rate_limits: {
    period: { days: retention.attemptsDays },
    from: 'the first call that is counted',
    job: 'run-retention',
    tables: ['rate_limits'],
  },
  deletion_notices: {
    period: { days: retention.lastMailDays },
    from: 'the deletion; the last mail ends it sooner',
    job: 'run-retention',
    tables: ['deletion_notices'],
  },
  contact_notices: {
    period: { days: retention.lastMailDays },
    from: 'the change; its mail ends it sooner',
    job: 'run-retention',
    tables: ['contact_notices'],
  },
  former_second_addresses: {
    period: { days: retention.lastMailDays },
    from: 'its removal; its mail ends it sooner',
    job: 'run-retention',
    tables: ['former_second_addresses'],
  },
  recall_notices: {
    period: { days: retention.lastMailDays },
    from: 'the closing or arming; its mail ends it sooner',
    job: 'run-retention',
    tables: ['recall_notices'],
  },
  payments: {
    period: { years: retention.paymentYears },
    from: 'the payment, once it is settled; without its payer after the deletion of that account',
    job: 'run-retention',
    tables: ['payments', 'payment_requests', 'payment_events', 'refunds', 'payment_troubles'],
  },
  unknown_notifications: {
    period: { days: retention.unknownNotificationDays },
    from: 'its arrival',
    job: 'run-retention',
    tables: ['unknown_notifications'],
  },
  support_requests: {
    period: { years: retention.supportYears },
    from: 'the request, once it is answered; or with the account',
    job: 'run-retention',
    tables: ['support_requests', 'support_messages'],
    elsewhere: 'the support mailbox: its operator removes mails that are no longer needed',
  },
  request_papers: {
    period: { days: retention.requestPapersDays },
    from: 'the end of the request for activation',
    job: 'run-retention',
    tables: ['request_papers', 'request_documents'],
    elsewhere: 'objects of papers, in the object store',
  },
  mail_outcomes: {
    period: { days: retention.mailCountDays },
    from: 'the hour that is counted; figures only',
    job: 'run-retention',
    tables: ['mail_outcomes'],
  },
  bounces: {
    period: { days: retention.bounceDays },
    from: 'the mail, or the report about it: ids, a status and times; the reply of a server is processed within minutes',
    job: 'run-retention',
    tables: ['sent_mails', 'bounce_reports'],
  },
  maintenance_notices: {
    period: 'immediately',
    from: 'the end of the announced maintenance; the number of recipients stays',
    job: 'run-retention',
    tables: ['maintenance_notices'],
  },
  retention_runs: {
    period: { years: retention.logsYears },
    from: 'the run',
    job: 'run-retention',
    tables: ['retention_runs'],
  },
  captured_mail: {
    period: { days: retention.capturedMailDays },
    from: 'its capture; mail to a deleted account is deleted with the last mail to it',
    job: 'run-retention',
    tables: [],
    elsewhere: 'a folder on a developer’s machine; never in production',
  },
  removed_objects: {
    period: 'immediately',
    from: 'the deletion of the row they belonged to',
    job: 'remove-objects',
    tables: ['object_removals'],
    elsewhere: 'the object store',
  },
  exports: {
    period: { days: dataExportTerms.exportHours / 24 },
    from: 'the moment it was ready; its owner or the account ends it sooner',
    job: 'sweep-data-exports',
    tables: ['data_exports'],
    elsewhere: 'objects of exports, in the object store',
  },
  imports: {
    period: { days: dataExportTerms.importShownDays },
    from: 'the end of the import; the archive itself is deleted as soon as it was read',
    job: 'sweep-data-exports',
    tables: ['data_imports'],
    elsewhere: 'objects of archives, in the object store',
  },
  failed_jobs: {
    period: { days: retention.failedJobDays },
    from: 'the last try; ids only',
    job: 'queue',
    tables: [],
    elsewhere: 'the job queue',
  },
  server_log: {
    period: { years: retention.logsYears },
    from: 'the line',
    job: 'operator',
    tables: [],
    elsewhere: 'where the log is collected',
  },
  backups: {
    period: { days: retention.backupDays },
    from: 'the backup; tombstones keep deleted accounts deleted after a restore',
    job: 'operator',
    tables: [],
    elsewhere: 'folders of backups',
  },
  tombstones: {
    period: 'kept',
    from: 'the deletion: the id of an account and a time, nothing else',
    job: null,
    tables: ['tombstones'],
    elsewhere: 'empty objects in the object store',
  },
  audit: {
    period: 'kept',
    from: 'the act: ids, figures and codes; append-only',
    job: null,
    tables: ['audit_entries'],
  },
  service: {
    period: 'kept',
    from: 'data of the service itself, not of a person',
    job: null,
    tables: [
      ...['service_keys', 'outages', 'maintenance_windows', 'interruptions', 'worker_heartbeats'],
      ...['bounce_readings', 'object_stores', 'announced_edition_sets'],
    ],
  },
} as const satisfies Record<string, RetentionRow>;

export type RetentionKind = keyof typeof retentionTable;

type KindOf<Job extends RetentionJob> = {
  [Kind in RetentionKind]: (typeof retentionTable)[Kind]['job'] extends Job ? Kind : never;
}[RetentionKind];

/** Kinds of data that the daily job deletes. */
export type SweptKind = KindOf<'run-retention'>;

/** Kinds of data whose deletion runs are recorded. */
export type RecordedKind =
  | SweptKind
  | Extract<RetentionKind, 'account' | 'handovers' | 'contacts_after_handover'>;
