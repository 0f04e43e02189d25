import type { Context } from '../../../context.ts';
import { readTimeSpan } from '../../../platform/clock.ts';
import { isDowntimeRecorded } from '../../../platform/downtime/heartbeat.ts';
import {
  type Activation,
  findStandingOf,
  hasSomethingToDeliver,
} from '../activation/activation-repository.ts';
import { releaseLetters } from '../activation/release-letters.ts';
import { isDoubted } from '../doubts/doubt-repository.ts';
import { cancelWaiting } from './call-off.ts';
import { type LockedWaiting, lockWaiting } from './lock-waiting.ts';
import { postponeIfInterrupted } from './postpone-release.ts';
import { isDue, reasonToCancel } from './waiting-rules.ts';

/**
 * The waiting is over: letters leave, once, unless an interruption puts them off. May run any number
 * of times, and at any moment.
 */
export async function releaseActivation(ctx: Context, id: string): Promise<void> {
  const { database } = ctx;
  await database.transaction(async () => {
    const locked = await lockWaiting(ctx, id);
    if (!locked) return;
    // Looked at under the locks: a stop that was acknowledged has been seen by now.
    // A worker that was away has to say so first, or it would not know of its own absence.
    if (!(await isDowntimeRecorded(database))) return;
    if (await postponeIfInterrupted(ctx, locked)) return;
    // Doubts are raised under the same lock: one that was acknowledged is seen here.
    if (await isDoubted(database, locked.activation)) return;
    const { earliest } = await readTimeSpan(ctx);
    if (!isDue(locked.activation, earliest)) return;
    if (await cancelWaitingIfNeeded(ctx, locked)) return;
    await releaseLetters(ctx, locked.activation, 'waited', earliest);
    ctx.checkpoint('release.before_commit');
  });
  ctx.checkpoint('release.done');
}

/** A contact has left the owner: what that contact began does not wait to the end. */
export async function reviewWaiting(ctx: Context, id: string): Promise<void> {
  await ctx.database.transaction(async () => {
    const locked = await lockWaiting(ctx, id);
    if (locked) await cancelWaitingIfNeeded(ctx, locked);
  });
}

async function cancelWaitingIfNeeded(
  ctx: Context,
  { activation, payment }: LockedWaiting,
): Promise<boolean> {
  const reason = reasonToCancel(await findingsOf(ctx, activation));
  if (reason) await cancelWaiting(ctx, activation, payment, 'called_off', reason);
  return reason !== undefined;
}

async function findingsOf({ database }: Context, activation: Activation) {
  return {
    initiator_user_id: activation.initiator_user_id,
    standing: await findStandingOf(database, activation),
    hasSomethingToDeliver: await hasSomethingToDeliver(database, activation.deceased_user_id),
  };
}
