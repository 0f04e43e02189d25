import type { InstructionStatus } from '@zavet/contract/instructions/instruction-values';
import { limits } from '@zavet/contract/limits';
import { bytesPerMb } from '@zavet/contract/storage/storage-rules';

/** What is on its way to its recipients, or with them, cannot be changed any more. */
export function isClosed(instruction: {
  status: InstructionStatus;
  queued_at: Date | null;
}): boolean {
  return instruction.status !== 'outbox' || instruction.queued_at !== null;
}

export const mostTextBytes = limits.textsMb * bytesPerMb;

/** Whether a text may be kept beside the others. What became shorter always may. */
export function isRoomForText(bytes: { others: number; former: number; next: number }): boolean {
  return bytes.next <= bytes.former || bytes.others + bytes.next <= mostTextBytes;
}
