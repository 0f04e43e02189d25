import { ApiError } from '@zavet/contract/client';

/** A link that stops nothing: trying again would change nothing. */
export function isUnknownLink(error: unknown): boolean {
  // A token that is too long or empty fails already by its form.
  return (
    error instanceof ApiError && (error.code === 'link_invalid' || error.code === 'invalid_input')
  );
}

/** A code that is none of ours, or none any more. */
export function isUnknownCode(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'stop_code_unknown';
}
