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
type Exported = Section | { not: string };

const secret = { not: 'it is a secret, or the digest of one' };
const counter = { not: 'it is counted from what is exported' };
const work = { not: 'it notes which mail or question is due; what came of it is in the log' };
const service = { not: 'it is about the service and names nobody' };
const others = { not: 'it is about another owner, who named this person' };

/** All tables of the database. A missing table fails a test. */
const exportedTables: Record<string, Exported> = {
  users: 'profile',
  user_profiles: 'profile',
  email_changes: { not: 'an address that waits is in the profile; former ones are in the log' },
  account_corrections: { not: 'that it happened is among the operators’ acts' },
  consents: 'consents',
  security_events: 'security_events',
  sessions: 'sessions',
  known_devices: secret,
  passwords: secret,
  void_passwords: secret,
  account_links: secret,
  account_requests: { not: 'it goes as soon as it is answered, and belongs to an address' },
  sign_in_attempts: secret,
  deletion_notices: { not: 'it exists only when the account is gone' },
  tombstones: { not: 'it exists only when the account is gone' },
  owner_keys: secret,
  service_keys: service,
  object_stores: service,
  rate_limits: service,

  trusted_contacts: 'contacts',
  contact_invitations: 'contacts',
  contact_reconfirmations: 'contacts',
  contact_notices: work,
  contact_vetoes: 'protocol',

  instructions: 'instructions',
  instruction_contacts: 'instructions',
  instruction_files: 'instructions',
  expected_files: 'instructions',
  removed_files: 'instructions',
  binned_instructions: 'bin',
  binned_contacts: 'bin',
  former_texts: 'former_texts',
  instruction_usage: counter,
  instruction_searches: { not: 'it is held while somebody searches, and has no words' },
  user_storage_usage: counter,
  object_removals: service,

  protocol_rules: 'protocol_rules',
  second_addresses: 'protocol_rules',
  former_second_addresses: work,
  activation_requests: 'protocol',
  activation_doubts: 'protocol',
  envelopes: 'protocol',
  deliveries: 'protocol',
  recall_notices: work,
  delivery_links: secret,
  delivery_events: 'protocol',
  veto_links: secret,
  activation_pin_tries: { not: 'it counts wrong PINs of a contact; the lock is in the log' },
  request_papers: others,
  request_documents: others,

  check_in_settings: 'check_ins',
  check_in_rounds: 'check_ins',
  check_ins: 'check_ins',
  check_in_notices: work,
  review_reminders: work,

  rehearsals: 'rehearsals',
  rehearsal_parts: 'rehearsals',
  rehearsal_reminders: work,

  user_storage: 'plan',
  plan_periods: 'plan',
  payment_methods: 'plan',
  plan_notices: work,
  plan_gifts: { not: 'the person who paid has it among the payments; the plan itself is exported' },
  removal_notices: work,
  outage_effects: { not: 'the plan has the day that follows from it' },
  outages: service,
  payments: 'payments',
  refunds: 'payments',
  payment_requests: secret,
  payment_events: { not: 'it is what the provider said; the payment has what follows from it' },
  payment_troubles: { not: 'it is the operators’ list of work' },
  unknown_notifications: service,

  support_requests: 'support_requests',
  support_messages: 'support_requests',
  audit_entries: 'operator_acts',
  operators: { not: 'it is the role of staff' },
  desk_sessions: secret,

  edition_notices: work,
  inactivity_warnings: work,
  inactivity_notices: work,
  maintenance_notices: work,
  maintenance_windows: service,
  announcement_walks: service,
  mail_outcomes: service,
  sent_mails: work,
  bounce_reports: service,
  bounce_readings: service,
  unreached_addresses: work,
  retention_runs: service,
  passkeys: { not: 'keys stay on their devices; that one came or went is in the log' },
  authenticators: secret,
  recovery_codes: secret,
  pending_sign_ins: secret,
  used_challenges: service,
  lost_device_waits: { not: 'that it was reported, stopped or ended is in the log' },
  interruptions: service,
  worker_heartbeats: service,
  mailboxes: { not: 'the way to mails that stay with their provider; the log says it is there' },
  mailbox_folders: counter,
  mailbox_messages: { not: 'a list of mails that stay with their provider' },
  data_exports: { not: 'it is the export' },
  data_imports: { not: 'what came of it is in the account' },
};

const exportRows = Object.entries(exportedTables);

it('every table of the database is exported or has a reason not to be', () => {
  expect(exportRows.map(([table]) => table).toSorted()).toEqual(databaseTables().toSorted());
  const reasons = exportRows.flatMap(([, where]) => (typeof where === 'object' ? [where.not] : []));
  expect(reasons.filter((reason) => reason.length < 10)).toEqual([]);
});

it('every section of an export comes from a table', () => {
  const { format, version, made_at, language, ...sections } = {
    ...archiveData.shape,
    ...archiveDeleted.shape,
  };
  const named = new Set(exportRows.map(([, where]) => where));
  expect(Object.keys(sections).filter((section) => !named.has(section as never))).toEqual([]);
  expect([format, version, made_at, language]).not.toContain(undefined);
});

const retentionRows = Object.entries(retentionTable);

it('every table of the database belongs to a kind of data', () => {
  const named = new Set(retentionRows.flatMap(([, { tables }]): readonly string[] => tables));
  const tables = databaseTables();
  expect(tables.filter((name) => !named.has(name))).toEqual([]);
  expect([...named].filter((name) => !tables.includes(name))).toEqual([]);
});

it('every job that removes a kind of data is scheduled', () => {
  const scheduled = allJobs.filter(({ schedule }) => schedule).map(({ name }) => name);
  const jobs = retentionRows.flatMap(([, { job }]) =>
    job && job !== 'queue' && job !== 'operator' ? job : [],
  );
  expect(jobs.filter((job) => !scheduled.includes(job))).toEqual([]);
});
