import { createHash } from 'node:crypto';
import { orderMail } from '../../platform/mail/order-mail.ts';
import type { AccountDeps } from './account-deps.ts';
import { takeAttempt } from './attempts.ts';
import { proofsFailed } from './emails/security-mails.ts';

/** Wrong proofs of one account count together, whichever change they were meant for. */
export function proofsKey(userId: string): string {
  return createHash('sha256').update(`proof\n${userId}`).digest('base64url');
}

/**
 * Takes one attempt to prove the password in a session, or fails while proofs are slowed down. Who
 * guesses here holds a browser that is signed in, so the tenth failure is mailed to the owner.
 */
export function takeProofAttempt(deps: AccountDeps, userId: string): Promise<string> {
  return takeAttempt(deps, proofsKey(userId), () =>
    orderMail(deps, proofsFailed, { user_id: userId }),
  );
}
