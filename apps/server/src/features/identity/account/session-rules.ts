import type { Proof } from '@zavet/contract/endpoint';
import { sessionTimings } from '@zavet/contract/timings';

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
