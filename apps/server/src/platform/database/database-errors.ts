const connectionCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
  'ECONNABORTED',
  'ETIMEDOUT',
  'EPIPE',
  // PostgreSQL: shutting down, crashed, starting up, too many connections.
  '57P01',
  '57P02',
  '57P03',
  '53300',
  // A standby refuses writes, and cancels reads that conflict with replication.
  '25006',
  '40001',
]);

const connectionMessages = [
  'Connection terminated',
  'timeout exceeded when trying to connect',
  'timeout expired',
  'Query read timeout',
  'Client has encountered a connection error',
  'Client was closed and is not queryable',
];

/** True if the database cannot be reached, as opposed to a failed statement. */
export function isDatabaseUnavailable(error: unknown): boolean {
  for (let current = error; current instanceof Error; current = current.cause) {
    const code = (current as NodeJS.ErrnoException).code ?? '';
    if (connectionCodes.has(code) || code.startsWith('08')) return true;
    if (connectionMessages.some((message) => (current as Error).message.includes(message))) {
      return true;
    }
    if (current instanceof AggregateError && current.errors.some(isDatabaseUnavailable)) {
      return true;
    }
  }
  return false;
}

const uniqueViolation = '23505';
const foreignKeyViolation = '23503';
const lockNotAvailable = '55P03';
const deadlockDetected = '40P01';

export function isUniqueViolation(error: unknown): boolean {
  return findState(error, uniqueViolation) !== undefined;
}

/** The name of the violated foreign key, if the error is such a violation. */
export function violatedForeignKey(error: unknown): string | undefined {
  return findState(error, foreignKeyViolation)?.constraint;
}

/** True for a lock timeout, and for the victim of a deadlock. */
export function isLockTimeout(error: unknown): boolean {
  return [lockNotAvailable, deadlockDetected].some((state) => findState(error, state));
}

interface DriverError {
  code?: string;
  constraint?: string;
}

/** Drizzle wraps errors of the driver. */
function findState(error: unknown, state: string): DriverError | undefined {
  for (let current = error; current instanceof Error; current = current.cause) {
    if ((current as DriverError).code === state) return current as DriverError;
  }
  return undefined;
}

/** The database was migrated by a newer program. The message is for the operator. */
export class DatabaseTooNew extends Error {
  constructor() {
    super(
      'The database was prepared by a newer version of the program, and this one would damage it; start the newer version again, or restore a backup made before the upgrade into an empty database.',
    );
  }
}
