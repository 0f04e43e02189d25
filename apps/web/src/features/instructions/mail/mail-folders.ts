import type { InstructionSummary } from '@zavet/contract/instructions/instruction-schemas';
import {
  type InstructionStatus,
  instructionStatuses,
} from '@zavet/contract/instructions/instruction-values';

type Filed = Pick<InstructionSummary, 'id' | 'status'>;

export function countByFolder(mails: readonly Filed[]): Record<InstructionStatus, number> {
  const counts = instructionStatuses.map((folder) => [
    folder,
    mails.filter(({ status }) => status === folder).length,
  ]);
  return Object.fromEntries(counts);
}

/** The mails of a folder; of a search, those that were found. */
export function inFolder<Mail extends Filed>(
  mails: readonly Mail[],
  folder: InstructionStatus,
  foundIds: readonly string[] | undefined,
): Mail[] {
  const found = foundIds && new Set(foundIds);
  return mails.filter(({ id, status }) => status === folder && (!found || found.has(id)));
}
