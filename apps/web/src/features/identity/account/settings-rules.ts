import { ApiError } from '@zavet/contract/client';
import { isConnectionFailure } from '../../../ui/error-text.ts';

export interface BasicInfo {
  first_name: string | null;
  last_name: string | null;
  date_of_birth: string | null;
}

export const basicFields = ['first_name', 'last_name', 'date_of_birth'] as const;

/** Fields that a save would lock: they can be set only once. */
export function fieldsLockedBySaving(stored: BasicInfo, given: BasicInfo): Partial<BasicInfo> {
  const locked = basicFields.filter((field) => stored[field] === null && given[field] !== null);
  return Object.fromEntries(locked.map((field) => [field, given[field]]));
}

/**
 * Kind of a failed deletion: `failed` for an unknown reason, `error` for a technical problem,
 * `refused` by the server.
 */
export function deletionFailureOf(failure: unknown): 'failed' | 'error' | 'refused' {
  if (isConnectionFailure(failure)) return 'error';
  if (!(failure instanceof ApiError) || failure.code === 'internal_error') return 'failed';
  return failure.status >= 500 ? 'error' : 'refused';
}
