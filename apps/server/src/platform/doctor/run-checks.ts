import { setTimeout as pause } from 'node:timers/promises';
import { type Finding, wrong } from './finding.ts';

/** Examines one thing. It leaves nothing behind, also when it is aborted. */
export interface Check {
  about: string;
  look(signal: AbortSignal): Promise<Finding[]>;
  /** Longer than usual for a check that runs others. */
  longestMs?: number | undefined;
}

interface Timeouts {
  checkMs: number;
  /** For an aborted check to clean up. */
  cleanUpMs: number;
}

const usualTimeouts: Timeouts = { checkMs: 15_000, cleanUpMs: 3_000 };

/** All concurrently: one that hangs or breaks is a finding and delays no other. */
export async function runChecks(
  checks: readonly Check[],
  timeouts = usualTimeouts,
): Promise<Finding[]> {
  const found = await Promise.all(checks.map((check) => run(check, timeouts)));
  return found.flat();
}

async function run(check: Check, { checkMs, cleanUpMs }: Timeouts): Promise<Finding[]> {
  const ms = check.longestMs ?? checkMs;
  const stopping = new AbortController();
  const looked = Promise.resolve()
    .then(() => check.look(stopping.signal))
    .catch((error: unknown) => [broken(check, error)]);
  const inTime = await within(ms, looked);
  if (inTime) return inTime;
  stopping.abort();
  await within(cleanUpMs, looked);
  const says = `there was no answer within ${ms / 1000} seconds`;
  return [
    wrong(check.about, says, 'See whether it is overloaded or a firewall drops the packets.'),
  ];
}

/** Undefined where it takes longer. */
export async function within<T>(ms: number, work: Promise<T>): Promise<T | undefined> {
  const done = new AbortController();
  const late = pause(ms, undefined, { signal: done.signal }).catch(() => undefined);
  try {
    return await Promise.race([work, late]);
  } finally {
    done.abort();
  }
}

/** Messages of libraries may quote addresses with passwords, so only names and codes are repeated. */
function broken({ about }: Check, error: unknown): Finding {
  const { name = 'Error', code } = (error ?? {}) as { name?: string; code?: unknown };
  const says = `it could not be looked at (${typeof code === 'string' ? code : name})`;
  return wrong(about, says, 'Run this again; if it stays, look into the log of the server.');
}
