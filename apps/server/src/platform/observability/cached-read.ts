interface TurnOptions {
  /** For how long what was read is told again. */
  keptMs: number;
  /** How long a caller waits for a reading; it goes on without him. */
  longestMs: number;
  now?: () => number;
}

/**
 * Reads something for several callers: one reading at a time, kept for a while. What fails is nothing
 * for as long, so that a database in trouble is not asked all the more.
 */
export function cachedRead<T>(
  read: () => Promise<T>,
  { keptMs, longestMs, now = () => performance.now() }: TurnOptions,
): () => Promise<T | undefined> {
  let kept: { value: Promise<T | undefined>; at: number } | undefined;
  let isReading = false;

  function begin(): Promise<T | undefined> {
    isReading = true;
    const value = read()
      .catch(() => undefined)
      .finally(() => {
        isReading = false;
      });
    kept = { value, at: now() };
    return value;
  }

  return async () => {
    const isKept = kept && (isReading || now() - kept.at < keptMs);
    const value = (isKept && kept?.value) || begin();
    const { promise: late, resolve } = Promise.withResolvers<undefined>();
    const timer = setTimeout(() => resolve(undefined), longestMs);
    return Promise.race([value, late]).finally(() => clearTimeout(timer));
  };
}
