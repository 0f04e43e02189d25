import { vi } from 'vitest';

/**
 * How long a test waits for something before it gives up, in milliseconds, whatever it asks for
 * itself. Where all is well nothing waits that long; how quick a machine is proves nothing.
 */
const leastPatienceMs = 120_000;

type WaitFor = typeof vi.waitFor & { isPatient?: true };

const waitFor: WaitFor = vi.waitFor;

// Files that share a process also share this object.
if (!waitFor.isPatient) {
  const patient: WaitFor = (callback, options) => {
    const { timeout = 0, interval } =
      typeof options === 'number' ? { timeout: options } : (options ?? {});
    return waitFor(callback, { interval, timeout: Math.max(timeout, leastPatienceMs) });
  };
  patient.isPatient = true;
  vi.waitFor = patient;
}
