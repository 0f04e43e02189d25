const uniqueViolation = '23505';
const foreignKeyViolation = '23503';
const lockNotAvailable = '55P03';
const deadlockDetected = '40P01';

/** Whether an error is a broken unique constraint. The driver's error may be wrapped. */
export function isUniqueViolation(error: unknown): boolean {
  return stateOf(error, uniqueViolation) !== undefined;
}

/** The constraint that an error broke by pointing to a row that is not there. */
export function brokenReference(error: unknown): string | undefined {
  return stateOf(error, foreignKeyViolation)?.constraint;
}

/** Whether a statement gave up waiting for others, or was chosen to give way. */
export function isLockTimeout(error: unknown): boolean {
  return [lockNotAvailable, deadlockDetected].some((state) => stateOf(error, state) !== undefined);
}

interface DriverError {
  code?: string;
  constraint?: string;
}

function stateOf(error: unknown, state: string): DriverError | undefined {
  for (let current = error; current instanceof Error; current = current.cause) {
    if ((current as DriverError).code === state) return current as DriverError;
  }
  return undefined;
}
