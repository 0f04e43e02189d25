interface CacheOptions {
  lifetimeMs: number;
  /** Maximum time that a caller waits; the read itself continues. */
  timeoutMs: number;
  now?: () => number;
}

/**
 * Shares one read between concurrent callers and caches its result. A failure is cached as undefined,
 * so that it does not cause more load.
 */
export function cachedRead<T>(
  read: () => Promise<T>,
  { lifetimeMs, timeoutMs, now = () => performance.now() }: CacheOptions,
): () => Promise<T | undefined> {
  let cached: { value: Promise<T | undefined>; at: number } | undefined;
  let isReading = false;

  function startRead(): Promise<T | undefined> {
    isReading = true;
    const value = read()
      .catch(() => undefined)
      .finally(() => {
        isReading = false;
      });
    cached = { value, at: now() };
    return value;
  }

  return async () => {
    const isCurrent = cached && (isReading || now() - cached.at < lifetimeMs);
    const value = (isCurrent && cached?.value) || startRead();
    const { promise: timeout, resolve } = Promise.withResolvers<undefined>();
    const timer = setTimeout(() => resolve(undefined), timeoutMs);
    return Promise.race([value, timeout]).finally(() => clearTimeout(timer));
  };
}
