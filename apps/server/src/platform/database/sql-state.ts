const uniqueViolation = '23505';

/** Whether an error is a broken unique constraint. The driver's error may be wrapped. */
export function isUniqueViolation(error: unknown): boolean {
  for (let current = error; current instanceof Error; current = current.cause) {
    if ((current as { code?: string }).code === uniqueViolation) return true;
  }
  return false;
}
