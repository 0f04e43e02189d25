// Browsers tell a module that was not fetched from a mistake in it only by these words.
const words =
  /failed to fetch|loading dynamically imported module|importing a module script|preload css|load failed/i;

/** True when the code or the texts of a screen could not be fetched. */
export function isFetchFailure(error: unknown): error is Error {
  return error instanceof Error && words.test(error.message);
}
