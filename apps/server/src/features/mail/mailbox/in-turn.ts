import { createSlots, createSlotsByKey } from '../../../platform/slots.ts';

/** Does work of an owner when there is room for it: some at once, and fewer of the same owner. */
export type InTurn = <T>(
  userId: string,
  work: () => Promise<T>,
  signal?: AbortSignal,
) => Promise<T>;

export function createInTurn(atOnce: number, atOnceEach: number): InTurn {
  const inSlot = createSlots(atOnce);
  const inSlotOf = createSlotsByKey(atOnceEach);
  return (userId, work, signal) => inSlotOf(userId, () => inSlot(work, signal), signal);
}
