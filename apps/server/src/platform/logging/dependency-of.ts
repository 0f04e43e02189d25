import { isDatabaseUnavailable } from '../database/database-unavailable.ts';
import { ObjectStoreUnavailable } from '../file-storage/object-store.ts';
import { MailRefused } from '../mail/mail-transport.ts';
import { isStorageFull } from '../storage-full.ts';
import type { DependencyOf } from './outages.ts';

/** Lines that are about the database and nothing else. */
const aboutDatabase = new Set<unknown>([
  'database_unavailable',
  'database_connection_lost',
  'job_queue_failed',
  'rate_limits_in_memory',
  'mail_not_counted',
]);

/**
 * The dependency that a log line reports as unavailable. A refused connection may be that of an
 * owner's mailbox; so an error alone counts as the database's only where a statement of ours failed
 * with it, or while the database is known to be away.
 */
export const dependencyOf: DependencyOf = ({ code, err, error_code, is_unanswered }, isAway) => {
  const causes = causesOf(err);
  if (is_unanswered === true || code === 'mail_server_silent' || causes.some(isUnanswered))
    return 'mail';
  if (causes.some((one) => one instanceof ObjectStoreUnavailable)) {
    return isStorageFull(err) ? undefined : 'file_storage';
  }
  if (error_code === 'database_unavailable') return 'database';
  if (!isDatabaseUnavailable(err)) return undefined;
  const isOurs = aboutDatabase.has(code) || causes.some(isFailedStatement) || isAway('database');
  return isOurs ? 'database' : undefined;
};

function causesOf(error: unknown): Error[] {
  const causes: Error[] = [];
  for (let one = error; one instanceof Error && causes.length < 8; one = one.cause) {
    causes.push(one);
  }
  return causes;
}

function isUnanswered(error: Error): boolean {
  return error instanceof MailRefused && error.isUnanswered;
}

/** As the query builder says it. */
function isFailedStatement({ message }: Error): boolean {
  return message.startsWith('Failed query: ');
}
