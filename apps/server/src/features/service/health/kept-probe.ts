/** How long an outcome is told again, and how long a look may take before it counts as failed. */
interface ProbeOptions {
  keptMs: number;
  longestMs: number;
  now?: () => number;
}

/**
 * Whether something works, asked by any number of callers: one look at a time, whose outcome is kept
 * for a moment. While a look hangs no other is begun, and nobody waits longer than `longestMs`.
 */
export function keptProbe(
  look: () => Promise<boolean>,
  { keptMs, longestMs, now = () => performance.now() }: ProbeOptions,
): () => Promise<boolean> {
  let known: { works: boolean; at: number } | undefined;
  let looking: Promise<boolean> | undefined;

  const keep = (works: boolean) => {
    known = { works, at: now() };
    return works;
  };
  const begin = () => {
    const begun = look()
      .then(keep, () => keep(false))
      .finally(() => {
        looking = undefined;
      });
    looking = begun;
    return begun;
  };

  return async () => {
    if (known && now() - known.at < keptMs) return known.works;
    const { promise: late, resolve } = Promise.withResolvers<boolean>();
    const timer = setTimeout(() => resolve(keep(false)), longestMs);
    return Promise.race([looking ?? begin(), late]).finally(() => clearTimeout(timer));
  };
}
