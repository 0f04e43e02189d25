import { limits } from '@zavet/contract/limits';
import { protocolTimings } from '@zavet/contract/timings';

interface Tries {
  failures: number;
  locked_until: Date | null;
}

/** A lock that lasts longer than any was written by a clock that ran ahead. */
export function isLocked({ locked_until }: Tries, now: Date): boolean {
  if (locked_until === null) return false;
  const left = locked_until.getTime() - now.getTime();
  return left > 0 && left <= protocolTimings.pinLock;
}

/** What a wrong PIN leads to. A lock that has run out leaves nothing behind. */
export function afterWrongPin(tries: Tries, now: Date): Tries {
  const failures = (tries.locked_until === null ? tries.failures : 0) + 1;
  return failures < limits.pinTries
    ? { failures, locked_until: null }
    : { failures, locked_until: new Date(now.getTime() + protocolTimings.pinLock) };
}

export const afterRightPin: Tries = { failures: 0, locked_until: null };
