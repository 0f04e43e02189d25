const uniqueViolation = '23505';
const foreignKeyViolation = '23503';

/** Whether an error is a broken unique constraint. The driver's error may be wrapped. */
export function isUniqueViolation(error: unknown): boolean {
  return stateOf(error, uniqueViolation) !== undefined;
}

/** The constraint that an error broke by pointing to a row that is not there. */
export function brokenReference(error: unknown): string | undefined {
  return stateOf(error, foreignKeyViolation)?.constraint;
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
