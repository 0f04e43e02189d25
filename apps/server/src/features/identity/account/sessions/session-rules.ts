import type { Proof } from '@zavet/contract/endpoint';
import { sessionTimings } from '@zavet/contract/timings';

/** Failures expire after an hour without another one. */
export const attemptsExpireAfterSeconds = 3_600;

/** Pause after 0, 1, 2 … failures; the last one applies to all higher counts. */
export const pausesSeconds: readonly number[] = [0, 0, 0, 0, 0, 5, 10, 20, 40, 80, 160, 300];

/** Sliding expiry with an absolute maximum. */
export function endOfSession(startedAt: Date, now: Date): Date {
  const { sessionLifetime, sessionAbsoluteLifetime } = sessionTimings;
  return new Date(
    Math.min(now.getTime() + sessionLifetime, startedAt.getTime() + sessionAbsoluteLifetime),
  );
}

export function isProven(proof: Proof, provenAt: Date | null | undefined, now: Date): boolean {
  if (!provenAt) return false;
  const ageMs = now.getTime() - provenAt.getTime();
  return ageMs >= 0 && ageMs < lifetimeOf(proof);
}

function lifetimeOf(proof: Proof): number {
  const { proofLifetime, recentProofLifetime } = sessionTimings;
  return proof === 'fresh' ? proofLifetime : recentProofLifetime;
}

export interface AttemptRecord {
  failures: number;
  lastFailedAt: Date;
}

/** Seconds until the next attempt is allowed. */
export function remainingPauseSeconds(record: AttemptRecord | undefined, now: Date): number {
  if (!record) return 0;
  const sinceLastSeconds = (now.getTime() - record.lastFailedAt.getTime()) / 1000;
  if (sinceLastSeconds >= attemptsExpireAfterSeconds) return 0;
  const pause = pausesSeconds[Math.min(record.failures, pausesSeconds.length - 1)] ?? 0;
  return Math.max(0, Math.ceil(pause - Math.max(0, sinceLastSeconds)));
}
