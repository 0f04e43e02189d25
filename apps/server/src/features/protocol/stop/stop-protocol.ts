import type { StopInput, StopView } from '@zavet/contract/protocol/stop-endpoints';
import { fail } from '../../../platform/failure.ts';
import type { Caller, Owner } from '../../../platform/http/route.ts';
import type { ProtocolDeps } from '../protocol-deps.ts';
import { spendStopCode } from '../rules/stop-code-repository.ts';
import { findStop, isOver, isStopped, viewOfStop } from './find-stop.ts';
import { stopActivations } from './stop-activations.ts';

/** What a link or a code would stop. Reads only: mail programs open links by themselves. */
export async function describeStop(deps: ProtocolDeps, input: StopInput): Promise<StopView> {
  return viewOfStop(deps, await findStop(deps, input));
}

/** Stops with what came by mail or lies on paper. A code is used up; a link can be pressed again. */
export async function stopProtocol(
  deps: ProtocolDeps,
  input: StopInput,
  caller: Caller,
): Promise<StopView> {
  const found = await findStop(deps, input);
  const { ownerId, way, activation, codeDigest } = found;
  if (activation && isStopped(activation)) return viewOfStop(deps, found);
  if (isOver(activation)) fail('nothing_to_stop');
  await stopActivations(deps, ownerId, way, caller, async () => {
    if (codeDigest && !(await spendStopCode(deps.database, codeDigest))) fail('stop_code_unknown');
  });
  const view = await viewOfStop(deps, found);
  return { ...view, is_stopped: view.is_stopped || way === 'code' };
}

/** Stops as the signed-in owner. */
export function stopOwnProtocol(
  deps: ProtocolDeps,
  { user_id }: Owner,
  caller: Caller,
): Promise<void> {
  return stopActivations(deps, user_id, 'screen', caller);
}
