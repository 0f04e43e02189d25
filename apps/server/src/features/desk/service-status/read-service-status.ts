import type { ServiceStatus } from '@zavet/contract/desk/status-endpoints';
import type { Context } from '../../../context.ts';
import { appliedMigrations, knownMigrations } from '../../../platform/database/migrate.ts';
import { migrationsFolder, programVersion } from '../../../platform/installation.ts';
import {
  type FailedJob,
  listFailedJobs,
  readQueueDepths,
} from '../../../platform/jobs/queue-repository.ts';
import { mailJob } from '../../../platform/mail/mailer.ts';
import { findLatestAuditEntry } from '../../identity/audit/index.ts';
import { countReports, findSourceState } from '../../mail/bounces/index.ts';
import { countRequests } from '../../protocol/index.ts';
import { readMailCounts } from './mail-outcome-repository.ts';
import { readDatabaseVersion, readStorageMetrics } from './metrics-repository.ts';

const dayMs = 24 * 60 * 60 * 1000;
const maxListedJobs = 100;

/** Reads the status of the service: numbers and codes only, no user data. */
export async function readServiceStatus(ctx: Context): Promise<ServiceStatus> {
  const { database, clock } = ctx;
  const queues = await readQueueDepths(database);
  const failed = await listFailedJobs(database, maxListedJobs);
  const mails = queues.find(({ job }) => job === mailJob.name);
  const backup = await findLatestAuditEntry(database, 'backup_made');
  return {
    requests: await countRequests(ctx),
    queues,
    failed_jobs: { total: failed.total, jobs: failed.jobs.map(toView) },
    mail: {
      counts: await readMailCounts(database, new Date(clock.now().getTime() - dayMs)),
      waiting: mails ? mails.waiting + mails.running + mails.later : 0,
    },
    reports: await readReports(ctx),
    storage: await readStorageMetrics(database),
    backup_made_at: backup?.at ?? null,
    versions: {
      program: programVersion,
      node: process.version,
      database: `PostgreSQL ${await readDatabaseVersion(database)}`,
      migrations_applied: (await appliedMigrations(database)).length,
      migrations_known: knownMigrations(migrationsFolder).length,
    },
  };
}

async function readReports({
  database,
  clock,
  config,
}: Context): Promise<ServiceStatus['reports']> {
  const counts = await countReports(database, new Date(clock.now().getTime() - dayMs));
  const ways = [];
  for (const way of ['mailbox', 'listener'] as const) {
    if (!config.bounces?.[way]) continue;
    const found = await findSourceState(database, way);
    ways.push({
      way,
      read_at: found?.read_at ?? null,
      failed_at: found?.failed_at ?? null,
      trouble: found?.trouble ?? null,
    });
  }
  return { ways, ...counts };
}

/** Omits the error message, which may contain addresses. */
function toView({ id, job, tries, times, failed_at, codes }: FailedJob) {
  return { id, job, tries, times, codes, failed_at };
}
