import type { QueryState } from '@tanstack/react-query';
import type { InstructionView } from '@zavet/contract/vault/instruction-schemas';
import { deliveryStageOf } from '../closed.ts';

type Reading<Data> = Pick<QueryState<Data>, 'status' | 'fetchStatus' | 'data'>;
type Opened = Pick<InstructionView, 'status' | 'queued_at'>;

/** Whether the form of an instruction will open by itself once what it needs has been read. */
export function isFormOnItsWay(
  instruction: Reading<Opened> | undefined,
  contacts: Reading<unknown> | undefined,
): boolean {
  if (hasFailed(instruction) || hasFailed(contacts)) return false;
  if (!instruction?.data || instruction.fetchStatus === 'fetching') return true;
  return deliveryStageOf(instruction.data) === 'open';
}

function hasFailed(reading: Reading<unknown> | undefined): boolean {
  return reading?.status === 'error' && reading.fetchStatus !== 'fetching';
}
