import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/database.ts';
import { type Finding, ok, warning, wrong } from '../../../platform/doctor/finding.ts';
import { readHeartbeat } from '../../../platform/downtime/interruption-repository.ts';
import { listFailedJobs, readQueueDepths } from '../../../platform/jobs/queue-repository.ts';
import { findLatestAuditEntry } from '../../identity/audit/index.ts';

const jobsHeading = 'Jobs';
const minute = 60_000;
/** Heartbeats are recorded twice a minute. */
const lateHeartbeatMinutes = 3;
/** Longer downtime counts as an interruption. */
const interruptionMinutes = 15;

export async function checkJobs(database: Database): Promise<Finding[]> {
  const heartbeat = await readHeartbeat(database);
  const now = heartbeat?.now ?? new Date();
  const findings = [workerFinding(heartbeat && now.getTime() - heartbeat.seen_at.getTime())];
  const waiting = (await readQueueDepths(database)).flatMap(({ job, oldest_due_at }) =>
    oldest_due_at ? [{ job, minutes: (now.getTime() - oldest_due_at.getTime()) / minute }] : [],
  );
  const oldest = waiting.sort((one, other) => other.minutes - one.minutes)[0];
  if (oldest && oldest.minutes > interruptionMinutes) {
    const says = `a job «${oldest.job}» has been waiting for ${Math.round(oldest.minutes)} minutes`;
    findings.push(
      warning(jobsHeading, says, 'Start another worker, or look into the log for job_failed.'),
    );
  }
  const { total } = await listFailedJobs(database, 1);
  if (total > 0) {
    const says = `${total} failed permanently in the last 30 days`;
    findings.push(
      warning(jobsHeading, says, 'Run zavet jobs to see why, and zavet jobs retry <id>.'),
    );
  }
  return findings;
}

function workerFinding(agoMs: number | undefined): Finding {
  const todo = 'Start a server without RUN_JOBS=false, or zavet worker.';
  if (agoMs === undefined) return warning(jobsHeading, 'no worker has run yet', todo);
  const minutes = Math.round(agoMs / minute);
  if (agoMs < -lateHeartbeatMinutes * minute) {
    const says = `the last heartbeat of a worker is ${-minutes} minutes in the future: the clock of the database was set back`;
    return wrong(jobsHeading, says, `${todo} It moves the schedules within a minute.`);
  }
  if (agoMs > interruptionMinutes * minute) {
    return wrong(jobsHeading, `no worker has run for ${minutes} minutes`, todo);
  }
  if (agoMs > lateHeartbeatMinutes * minute) {
    return warning(jobsHeading, `the last heartbeat of a worker is ${minutes} minutes old`, todo);
  }
  return ok(jobsHeading, 'a worker runs');
}

const backupHeading = 'Backup';
const hour = 60 * 60 * 1000;
/** Tolerates some delay of daily backups. */
const lateHours = 36;

/** Checks age and completeness of the newest backup made by our command. */
export async function checkBackup(
  { database, clock }: { database: Database; clock: Clock },
  isProduction: boolean,
): Promise<Finding> {
  const made = await findLatestAuditEntry(database, 'backup_made');
  const lost = Number(made?.facts.lost ?? 0);
  if (lost > 0) {
    const says = `at the newest one, ${lost} files were missing from the object store or damaged`;
    return wrong(backupHeading, says, 'Run zavet check-storage, and restore them from a backup.');
  }
  const hours = made ? (clock.now().getTime() - made.at.getTime()) / hour : null;
  if (hours !== null && hours <= lateHours) {
    return ok(backupHeading, `the newest is ${Math.max(0, Math.round(hours))} hours old`);
  }
  const says =
    hours === null ? 'none was made yet' : `the newest is ${Math.round(hours / 24)} days old`;
  if (!isProduction) return ok(backupHeading, `${says}; outside of production that is no concern`);
  const todo =
    'Run zavet backup <folder> every day, unless other tools back up both database and files.';
  return warning(backupHeading, says, todo);
}
