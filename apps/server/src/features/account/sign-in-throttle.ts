import { createHash } from 'node:crypto';
import type { Caller } from '../../platform/http/route.ts';
import type { AccountDeps } from './account-deps.ts';
import { takeRequest } from './account-requests.ts';
import { takeAttempt } from './attempts.ts';

/**
 * Counts of failures are kept per address, known or not. A browser the owner has used before
 * has a count of its own, so a stranger's failures elsewhere do not slow the owner down.
 */
export function attemptsKey(email: string, knownDevice?: string): string {
  return createHash('sha256')
    .update(`${email}\n${knownDevice ?? ''}`)
    .digest('base64url');
}

/** Takes one attempt to sign in, or fails while the account is slowed down. */
export function takeSignInAttempt(
  deps: AccountDeps,
  email: string,
  knownDevice: string | undefined,
  caller: Caller,
): Promise<string> {
  return takeAttempt(deps, attemptsKey(email, knownDevice), () =>
    takeRequest(deps, caller, { kind: 'sign_in_warning', email }),
  );
}
