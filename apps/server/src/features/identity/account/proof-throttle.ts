import { createHash } from 'node:crypto';
import type { Context } from '../../../context.ts';
import { enqueueMail } from '../../../platform/mail/enqueue-mail.ts';
import { followAttempt } from './attempts.ts';
import { proofsFailed } from './emails/security-mails.ts';
import { takeAttempt } from './sign-in-attempt-repository.ts';

/** Wrong proofs of one account count together, whichever change they were meant for. */
export function proofsKey(userId: string): string {
  return createHash('sha256').update(`proof\n${userId}`).digest('base64url');
}

/**
 * Takes one attempt to prove the password in a session, or fails while proofs are slowed down. Who
 * guesses here holds a browser that is signed in, so the tenth failure is mailed to the owner.
 */
export async function takeProofAttempt(ctx: Context, userId: string): Promise<string> {
  const key = proofsKey(userId);
  const taken = await takeAttempt(ctx.database, key, ctx.clock.now());
  await followAttempt(ctx, key, taken, () => enqueueMail(ctx, proofsFailed, { user_id: userId }));
  return key;
}
