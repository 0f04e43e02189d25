import type { StopInput, StopView } from '@zavet/contract/protocol/veto-endpoints';
import type { Context } from '../../../context.ts';
import { fail } from '../../../platform/failure.ts';
import type { Caller, Owner } from '../../../platform/http/route.ts';
import { spendVetoCode } from '../rules/stop-code-repository.ts';
import { resolveVeto, vetoView } from './find-stop.ts';
import { vetoActivations } from './stop-activations.ts';
import { markVetoLinkUsed } from './stop-link-repository.ts';

/** What a link or a code would stop. Reads only: mail programs open links by themselves. */
export async function describeVeto(ctx: Context, input: StopInput): Promise<StopView> {
  return vetoView(ctx, await resolveVeto(ctx, input));
}

/** Vetoes with what came by mail or lies on paper. A code is used up; a link can be pressed again. */
export async function vetoByLinkOrCode(
  ctx: Context,
  input: StopInput,
  caller: Caller,
): Promise<StopView> {
  const { database, clock } = ctx;
  const found = await resolveVeto(ctx, input);
  const { ownerId, way, link, code } = found;
  const before = await vetoView(ctx, found);
  if (before.is_stopped && before.attempts.length === 0) return before;
  if (code?.is_spent) fail('stop_code_spent');
  const onlyActivationId = link && !link.isOwners ? link.activation.id : undefined;
  await vetoActivations(ctx, { ownerId, way, onlyActivationId }, caller, async () => {
    if (code && !(await spendVetoCode(database, code.digest))) fail('stop_code_spent');
    if (link) await markVetoLinkUsed(database, link.id, clock.now());
  });
  return vetoView(ctx, await resolveVeto(ctx, input));
}

/** Stops as the signed-in owner. */
export function vetoOwnProtocol(ctx: Context, { user_id }: Owner, caller: Caller): Promise<void> {
  return vetoActivations(ctx, { ownerId: user_id, way: 'screen' }, caller);
}
