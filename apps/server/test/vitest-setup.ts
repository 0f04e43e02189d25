import { vi } from 'vitest';

/** Minimum timeout of `vi.waitFor` in milliseconds. A slow machine must not fail a test. */
const minimumTimeoutMs = 120_000;

type WaitFor = typeof vi.waitFor & { hasMinimumTimeout?: true };

const waitFor: WaitFor = vi.waitFor;

// Test files of one process share this object.
if (!waitFor.hasMinimumTimeout) {
  const patched: WaitFor = (callback, options) => {
    const { timeout = 0, interval } =
      typeof options === 'number' ? { timeout: options } : (options ?? {});
    return waitFor(callback, { interval, timeout: Math.max(timeout, minimumTimeoutMs) });
  };
  patched.hasMinimumTimeout = true;
  vi.waitFor = patched;
}
