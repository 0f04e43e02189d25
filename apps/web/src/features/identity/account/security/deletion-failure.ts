import { ApiError } from '@zavet/contract/client';
import { isUnanswered } from '../../../../ui/error-text.ts';

/** How a failed deletion is told: without a reason, as an error on the way, or as a refusal. */
export function deletionFailureOf(failure: unknown): 'failed' | 'error' | 'refused' {
  if (isUnanswered(failure)) return 'error';
  if (!(failure instanceof ApiError) || failure.code === 'internal_error') return 'failed';
  return failure.status >= 500 ? 'error' : 'refused';
}
