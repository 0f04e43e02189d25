import { sessionTimings } from '@zavet/contract/timings';

/** When a session ends that is in use now: it slides, but not past its absolute end. */
export function endOfSession(startedAt: Date, now: Date): Date {
  const { sessionLifetime, sessionAbsoluteLifetime } = sessionTimings;
  return new Date(
    Math.min(now.getTime() + sessionLifetime, startedAt.getTime() + sessionAbsoluteLifetime),
  );
}

/** Whether the password was proven in this session a short while ago. */
export function isProofFresh(provenAt: Date | null | undefined, now: Date): boolean {
  if (!provenAt) return false;
  const ageMs = now.getTime() - provenAt.getTime();
  return ageMs >= 0 && ageMs < sessionTimings.proofLifetime;
}
