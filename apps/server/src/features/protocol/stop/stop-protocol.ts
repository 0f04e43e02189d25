import type { StopInput, StopView } from '@zavet/contract/protocol/stop-endpoints';
import type { Context } from '../../../context.ts';
import { fail } from '../../../platform/failure.ts';
import type { Caller, Owner } from '../../../platform/http/route.ts';
import { spendStopCode } from '../rules/stop-code-repository.ts';
import { findStop, viewOfStop } from './find-stop.ts';
import { stopActivations } from './stop-activations.ts';
import { markLinkUsed } from './stop-link-repository.ts';

/** What a link or a code would stop. Reads only: mail programs open links by themselves. */
export async function describeStop(ctx: Context, input: StopInput): Promise<StopView> {
  return viewOfStop(ctx, await findStop(ctx, input));
}

/** Vetoes with what came by mail or lies on paper. A code is used up; a link can be pressed again. */
export async function stopProtocol(
  ctx: Context,
  input: StopInput,
  caller: Caller,
): Promise<StopView> {
  const { database, clock } = ctx;
  const found = await findStop(ctx, input);
  const { ownerId, way, link, code } = found;
  const before = await viewOfStop(ctx, found);
  if (before.is_stopped && before.attempts.length === 0) return before;
  if (code?.is_spent) fail('stop_code_spent');
  const onlyActivationId = link && !link.isOwners ? link.activation.id : undefined;
  await stopActivations(ctx, { ownerId, way, onlyActivationId }, caller, async () => {
    if (code && !(await spendStopCode(database, code.digest))) fail('stop_code_spent');
    if (link) await markLinkUsed(database, link.id, clock.now());
  });
  return viewOfStop(ctx, await findStop(ctx, input));
}

/** Stops as the signed-in owner. */
export function stopOwnProtocol(ctx: Context, { user_id }: Owner, caller: Caller): Promise<void> {
  return stopActivations(ctx, { ownerId: user_id, way: 'screen' }, caller);
}
