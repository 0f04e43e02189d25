import type { InstructionStatus } from '@zavet/contract/vault/instruction-values';

/** What is on its way to its recipients, or with them, cannot be changed any more. */
export function isClosed(instruction: {
  status: InstructionStatus;
  queued_at: Date | null;
}): boolean {
  return instruction.status !== 'outbox' || instruction.queued_at !== null;
}
