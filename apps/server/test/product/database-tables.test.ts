import { retentionTable } from '@zavet/contract/service/retention-table';
import {
  type ArchiveSections,
  archiveData,
  archiveDeleted,
} from '@zavet/contract/vault/archive-schema';
import { expect, it } from 'vitest';
import { jobs as allJobs } from '../../src/features.ts';
import { databaseTables } from '../stored-data.ts';

type Section = keyof ArchiveSections | 'bin' | 'former_texts';

/** Section of a table in the export, or the reason for its absence. */
type Exported = Section | { reason: string };

const secretReason = { reason: 'it is a secret, or the digest of one' };
const derivedDataReason = { reason: 'it is counted from what is exported' };
const pendingWorkReason = {
  reason: 'it notes which mail or question is due; what came of it is in the log',
};
const serviceDataReason = { reason: 'it is about the service and names no person' };
const otherOwnerReason = { reason: 'it is about another owner, who named this person' };

/** All tables of the database. A missing table fails a test. */
const exportedTables: Record<string, Exported> = {
  users: 'profile',
  user_profiles: 'profile',
  email_changes: { reason: 'an address that waits is in the profile; former ones are in the log' },
  account_corrections: { reason: 'that it happened is among the operators’ acts' },
  consents: 'consents',
  security_events: 'security_events',
  sessions: 'sessions',
  known_devices: secretReason,
  passwords: secretReason,
  void_passwords: secretReason,
  account_links: secretReason,
  account_requests: { reason: 'it goes as soon as it is answered, and belongs to an address' },
  sign_in_attempts: secretReason,
  deletion_notices: { reason: 'it exists only after the account is deleted' },
  tombstones: { reason: 'it exists only after the account is deleted' },
  owner_keys: secretReason,
  service_keys: serviceDataReason,
  object_stores: serviceDataReason,
  rate_limits: serviceDataReason,

  trusted_contacts: 'contacts',
  contact_invitations: 'contacts',
  contact_reconfirmations: 'contacts',
  contact_notices: pendingWorkReason,
  contact_vetoes: 'protocol',

  instructions: 'instructions',
  instruction_contacts: 'instructions',
  instruction_files: 'instructions',
  expected_files: 'instructions',
  removed_files: 'instructions',
  binned_instructions: 'bin',
  binned_contacts: 'bin',
  former_texts: 'former_texts',
  instruction_usage: derivedDataReason,
  instruction_searches: { reason: 'it exists during a search, and contains no words' },
  user_storage_usage: derivedDataReason,
  object_removals: serviceDataReason,

  protocol_rules: 'protocol_rules',
  second_addresses: 'protocol_rules',
  former_second_addresses: pendingWorkReason,
  activation_requests: 'protocol',
  activation_doubts: 'protocol',
  envelopes: 'protocol',
  deliveries: 'protocol',
  recall_notices: pendingWorkReason,
  delivery_links: secretReason,
  delivery_events: 'protocol',
  veto_links: secretReason,
  activation_pin_tries: { reason: 'it counts wrong PINs of a contact; the lock is in the log' },
  request_papers: otherOwnerReason,
  request_documents: otherOwnerReason,

  check_in_settings: 'check_ins',
  check_in_rounds: 'check_ins',
  check_ins: 'check_ins',
  check_in_notices: pendingWorkReason,
  review_reminders: pendingWorkReason,

  rehearsals: 'rehearsals',
  rehearsal_participants: 'rehearsals',
  rehearsal_reminders: pendingWorkReason,

  user_storage: 'plan',
  plan_periods: 'plan',
  payment_methods: 'plan',
  plan_notices: pendingWorkReason,
  plan_gifts: {
    reason: 'the person who paid has it among the payments; the plan itself is exported',
  },
  removal_notices: pendingWorkReason,
  outage_effects: { reason: 'the plan has the day that follows from it' },
  outages: serviceDataReason,
  payments: 'payments',
  refunds: 'payments',
  payment_requests: secretReason,
  payment_events: { reason: 'it is what the provider said; the payment has what follows from it' },
  payment_troubles: { reason: 'it is the operators’ list of work' },
  unknown_notifications: serviceDataReason,

  support_requests: 'support_requests',
  support_messages: 'support_requests',
  audit_entries: 'operator_acts',
  operators: { reason: 'it is the role of staff' },
  desk_sessions: secretReason,

  edition_notices: pendingWorkReason,
  inactivity_warnings: pendingWorkReason,
  inactivity_notices: pendingWorkReason,
  maintenance_notices: pendingWorkReason,
  maintenance_windows: serviceDataReason,
  announced_edition_sets: serviceDataReason,
  mail_outcomes: serviceDataReason,
  sent_mails: pendingWorkReason,
  bounce_reports: serviceDataReason,
  bounce_readings: serviceDataReason,
  unreached_addresses: pendingWorkReason,
  retention_runs: serviceDataReason,
  passkeys: { reason: 'keys stay on their devices; that one came or went is in the log' },
  authenticators: secretReason,
  recovery_codes: secretReason,
  pending_sign_ins: secretReason,
  used_challenges: serviceDataReason,
  lost_device_waits: { reason: 'that it was reported, stopped or ended is in the log' },
  interruptions: serviceDataReason,
  worker_heartbeats: serviceDataReason,
  mailboxes: { reason: 'the way to mails that stay with their provider; the log says it is there' },
  mailbox_folders: derivedDataReason,
  mailbox_messages: { reason: 'a list of mails that stay with their provider' },
  data_exports: { reason: 'it is the export' },
  data_imports: { reason: 'what came of it is in the account' },
};

const exportRows = Object.entries(exportedTables);

it('every table of the database is exported or has a reason not to be', () => {
  expect(exportRows.map(([table]) => table).toSorted()).toEqual(databaseTables().toSorted());
  const reasons = exportRows.flatMap(([, where]) =>
    typeof where === 'object' ? [where.reason] : [],
  );
  expect(reasons.filter((reason) => reason.length < 10)).toEqual([]);
});

it('every section of an export comes from a table', () => {
  const { format, version, made_at, language, ...sections } = {
    ...archiveData.shape,
    ...archiveDeleted.shape,
  };
  const mentioned = new Set(exportRows.map(([, where]) => where));
  expect(Object.keys(sections).filter((section) => !mentioned.has(section as never))).toEqual([]);
  expect([format, version, made_at, language]).not.toContain(undefined);
});

const retentionRows = Object.entries(retentionTable);

it('every table of the database belongs to a kind of data', () => {
  const mentioned = new Set(retentionRows.flatMap(([, { tables }]): readonly string[] => tables));
  const tables = databaseTables();
  expect(tables.filter((name) => !mentioned.has(name))).toEqual([]);
  expect([...mentioned].filter((name) => !tables.includes(name))).toEqual([]);
});

it('every job that removes a kind of data is scheduled', () => {
  const scheduled = allJobs.filter(({ schedule }) => schedule).map(({ name }) => name);
  const jobs = retentionRows.flatMap(([, { job }]) =>
    job && job !== 'queue' && job !== 'operator' ? job : [],
  );
  expect(jobs.filter((job) => !scheduled.includes(job))).toEqual([]);
});
