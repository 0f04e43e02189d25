import type { StopInput, StopView } from '@zavet/contract/protocol/stop-endpoints';
import { fail } from '../../../platform/failure.ts';
import type { Caller, Owner } from '../../../platform/http/route.ts';
import type { ProtocolDeps } from '../protocol-deps.ts';
import { spendStopCode } from '../rules/stop-code-repository.ts';
import { findStop, viewOfStop } from './find-stop.ts';
import { stopActivations } from './stop-activations.ts';
import { markLinkUsed } from './stop-link-repository.ts';

/** What a link or a code would stop. Reads only: mail programs open links by themselves. */
export async function describeStop(deps: ProtocolDeps, input: StopInput): Promise<StopView> {
  return viewOfStop(deps, await findStop(deps, input));
}

/** Vetoes with what came by mail or lies on paper. A code is used up; a link can be pressed again. */
export async function stopProtocol(
  deps: ProtocolDeps,
  input: StopInput,
  caller: Caller,
): Promise<StopView> {
  const { database, clock } = deps;
  const found = await findStop(deps, input);
  const { ownerId, way, link, code } = found;
  const before = await viewOfStop(deps, found);
  if (before.is_stopped && before.attempts.length === 0) return before;
  if (code?.is_spent) fail('stop_code_spent');
  const onlyActivationId = link && !link.isOwners ? link.activation.id : undefined;
  await stopActivations(deps, { ownerId, way, onlyActivationId }, caller, async () => {
    if (code && !(await spendStopCode(database, code.digest))) fail('stop_code_spent');
    if (link) await markLinkUsed(database, link.id, clock.now());
  });
  return viewOfStop(deps, await findStop(deps, input));
}

/** Stops as the signed-in owner. */
export function stopOwnProtocol(
  deps: ProtocolDeps,
  { user_id }: Owner,
  caller: Caller,
): Promise<void> {
  return stopActivations(deps, { ownerId: user_id, way: 'screen' }, caller);
}
