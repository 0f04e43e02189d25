import type { Context } from '../../../context.ts';
import { lockActivation } from '../activation/activation-repository.ts';
import { sendDeliveriesJob } from './delivery-orders.ts';
import { type Envelope, moveEnvelope } from './envelope-repository.ts';
import { followLetters } from './follow-letters.ts';
import { closeOpenLink, insertLink } from './link-repository.ts';

/**
 * Closes the link of an envelope and has it sent again with a new one, like any other: tried,
 * recorded and reported. In a transaction that holds the owner. False when there was no open link.
 */
export async function resendLetter(
  ctx: Context,
  { id, activation_id }: Pick<Envelope, 'id' | 'activation_id'>,
  expiresAt: Date,
): Promise<boolean> {
  const { database, clock, jobs, linkTokens } = ctx;
  const now = clock.now();
  const activation = await lockActivation(database, activation_id);
  const closed = activation && (await closeOpenLink(database, id, now));
  if (!closed) return false;
  // Who was told that it ends on that day need not be told again.
  const isSameEnd = closed.expires_at.getTime() === expiresAt.getTime();
  await insertLink(database, {
    ...linkTokens.create(),
    envelope_id: id,
    expires_at: expiresAt,
    reminded_at: isSameEnd ? closed.reminded_at : null,
    reminded_last_at: isSameEnd ? closed.reminded_last_at : null,
    created_at: now,
  });
  await queueAgain(ctx, id, now);
  await followLetters(ctx, activation);
  await jobs.enqueue(sendDeliveriesJob, { activation_id });
  return true;
}

async function queueAgain({ database }: Context, id: string, now: Date): Promise<void> {
  await moveEnvelope(database, id, 'queued', {
    refusals: 0,
    last_refusal: null,
    next_attempt_at: now,
    reported_at: null,
  });
}
