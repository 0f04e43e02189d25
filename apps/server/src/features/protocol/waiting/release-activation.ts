import { readTimeSpan } from '../../../platform/clock/time-span.ts';
import { areStandstillsKnown } from '../../../platform/downtime/index.ts';
import {
  type Activation,
  findStandingOf,
  hasSomethingToDeliver,
} from '../activation/activation-repository.ts';
import { takeEffect } from '../activation/take-effect.ts';
import { isDoubted } from '../doubts/doubt-repository.ts';
import type { ProtocolDeps } from '../protocol-deps.ts';
import { callOff } from './call-off.ts';
import { type LockedWaiting, lockWaiting } from './lock-waiting.ts';
import { postponeIfInterrupted } from './postpone-release.ts';
import { isDue, reasonToCallOff } from './waiting-rules.ts';

/**
 * The waiting is over: letters leave, once, unless an interruption puts them off. May run any number
 * of times, and at any moment.
 */
export async function releaseActivation(deps: ProtocolDeps, id: string): Promise<void> {
  const { database } = deps;
  await database.transaction(async () => {
    const locked = await lockWaiting(deps, id);
    if (!locked) return;
    // Looked at under the locks: a stop that was acknowledged has been seen by now.
    // A worker that was away has to say so first, or it would not know of its own absence.
    if (!(await areStandstillsKnown(database))) return;
    if (await postponeIfInterrupted(deps, locked)) return;
    // Doubts are raised under the same lock: one that was acknowledged is seen here.
    if (await isDoubted(database, locked.activation)) return;
    const { earliest } = await readTimeSpan(deps);
    if (!isDue(locked.activation, earliest)) return;
    if (await callOffIfNeeded(deps, locked)) return;
    await takeEffect(deps, locked.activation, 'waited', earliest);
    deps.checkpoint('release.before_commit');
  });
  deps.checkpoint('release.done');
}

/** A contact has left the owner: what that contact began does not wait to the end. */
export async function reviewWaiting(deps: ProtocolDeps, id: string): Promise<void> {
  await deps.database.transaction(async () => {
    const locked = await lockWaiting(deps, id);
    if (locked) await callOffIfNeeded(deps, locked);
  });
}

async function callOffIfNeeded(
  deps: ProtocolDeps,
  { activation, payment }: LockedWaiting,
): Promise<boolean> {
  const reason = reasonToCallOff(await findingsOf(deps, activation));
  if (reason) await callOff(deps, activation, payment, 'called_off', reason);
  return reason !== undefined;
}

async function findingsOf({ database }: ProtocolDeps, activation: Activation) {
  return {
    initiator_user_id: activation.initiator_user_id,
    standing: await findStandingOf(database, activation),
    hasSomethingToDeliver: await hasSomethingToDeliver(database, activation.deceased_user_id),
  };
}
