import { ApiError } from '@zavet/contract/client';

export type LegaciesFailure = 'authentication' | 'noAccess' | 'notLoaded';

/** Why the list could not be read, as far as it decides what to do about it. */
export function legaciesFailureOf(error: unknown): LegaciesFailure {
  if (!(error instanceof ApiError)) return 'notLoaded';
  if (error.status === 401) return 'authentication';
  return error.status === 403 ? 'noAccess' : 'notLoaded';
}
