import { createHash } from 'node:crypto';
import type { Context } from '../../../../../context.ts';
import { enqueueMail } from '../../../../../platform/mail/enqueue-mail.ts';
import { followAttempt } from '../../attempts.ts';
import { takeAttempt } from '../../sign-in-attempt-repository.ts';
import { secondStepsFailed } from '../emails/factor-mails.ts';

/**
 * Only those who know the password are counted here. A browser the owner has used before has a count
 * of its own, so that a thief of the password does not slow the owner down.
 */
export function secondStepKey(userId: string, knownDevice?: string): string {
  return createHash('sha256')
    .update(`second step\n${userId}\n${knownDevice ?? ''}`)
    .digest('base64url');
}

/** Takes one attempt to guess a code, or fails while they are slowed down. */
export async function takeSecondStepAttempt(
  ctx: Context,
  userId: string,
  key: string,
): Promise<void> {
  const taken = await takeAttempt(ctx.database, key, ctx.clock.now());
  await followAttempt(ctx, key, taken, () =>
    enqueueMail(ctx, secondStepsFailed, { user_id: userId }),
  );
}
