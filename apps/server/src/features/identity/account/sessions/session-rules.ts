import type { Proof } from '@zavet/contract/endpoint';
import { sessionTimings } from '@zavet/contract/timings';

/** After an hour without any, failures no longer count. */
export const attemptsExpireAfterSeconds = 3_600;

/** How long to wait after none, one, two … failures in a row; after more of them as after the last. */
export const pausesSeconds: readonly number[] = [0, 0, 0, 0, 0, 5, 10, 20, 40, 80, 160, 300];

/** When a session ends that is in use now: it slides, but not past its absolute end. */
export function endOfSession(startedAt: Date, now: Date): Date {
  const { sessionLifetime, sessionAbsoluteLifetime } = sessionTimings;
  return new Date(
    Math.min(now.getTime() + sessionLifetime, startedAt.getTime() + sessionAbsoluteLifetime),
  );
}

/** Whether the owner has proven in this session recently enough to be there. */
export function isProven(proof: Proof, provenAt: Date | null | undefined, now: Date): boolean {
  if (!provenAt) return false;
  const ageMs = now.getTime() - provenAt.getTime();
  return ageMs >= 0 && ageMs < lifetimeOf(proof);
}

function lifetimeOf(proof: Proof): number {
  const { proofLifetime, recentProofLifetime } = sessionTimings;
  return proof === 'fresh' ? proofLifetime : recentProofLifetime;
}

/** Failed sign-ins of one account from places that share a fate (see sign-in-throttle). */
export interface AttemptRecord {
  failures: number;
  lastFailedAt: Date;
}

/**
 * How many seconds are left before one more attempt may be made. An attempt counts as failed until
 * it succeeds, so attempts made at the same time cannot slip through together.
 */
export function remainingPauseSeconds(record: AttemptRecord | undefined, now: Date): number {
  if (!record) return 0;
  const sinceLastSeconds = (now.getTime() - record.lastFailedAt.getTime()) / 1000;
  if (sinceLastSeconds >= attemptsExpireAfterSeconds) return 0;
  const pause = pausesSeconds[Math.min(record.failures, pausesSeconds.length - 1)] ?? 0;
  return Math.max(0, Math.ceil(pause - Math.max(0, sinceLastSeconds)));
}
