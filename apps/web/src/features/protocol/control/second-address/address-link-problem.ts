import { ApiError } from '@zavet/contract/client';

export type AddressLinkProblem = 'invalid' | 'expired';

/** Failures that lie in the link itself: trying again would change nothing. */
export function addressLinkProblemOf(error: unknown): AddressLinkProblem | undefined {
  if (!(error instanceof ApiError)) return undefined;
  if (error.code === 'link_expired') return 'expired';
  // A token that is too long or empty fails already by its form.
  return error.code === 'link_invalid' || error.code === 'invalid_input' ? 'invalid' : undefined;
}
