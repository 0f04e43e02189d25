import type { Clock } from '../../../platform/clock/clock.ts';
import type { Database } from '../../../platform/database/database.ts';
import { type Finding, ok, warning } from '../../../platform/doctor/finding.ts';
import { lastTimeOf } from '../../identity/audit/index.ts';

const about = 'Backup';
const hour = 60 * 60 * 1000;
/** A daily one may take its time. */
const lateHours = 36;

/** How old the newest backup is that our command made. */
export async function checkBackup(
  { database, clock }: { database: Database; clock: Clock },
  isProduction: boolean,
): Promise<Finding> {
  const madeAt = await lastTimeOf(database, 'backup_made');
  const hours = madeAt && (clock.now().getTime() - madeAt.getTime()) / hour;
  if (hours !== null && hours <= lateHours) {
    return ok(about, `the newest is ${Math.max(0, Math.round(hours))} hours old`);
  }
  const says =
    hours === null ? 'none was made yet' : `the newest is ${Math.round(hours / 24)} days old`;
  if (!isProduction) return ok(about, `${says}; outside of production that is no concern`);
  const todo =
    'Run npm run backup -- <folder> every day, unless other tools back up both database and files.';
  return warning(about, says, todo);
}
