import type { InstructionSummary } from '@zavet/contract/instructions/instruction-schemas';
import {
  type InstructionStatus,
  instructionStatuses,
} from '@zavet/contract/instructions/instruction-values';

export const mailFolders = instructionStatuses;
export type MailFolder = InstructionStatus;

type Filed = Pick<InstructionSummary, 'id' | 'status'>;

/** The folder an address asks for; the outbox where it asks for nothing we know. */
export function mailFolderOf(value: unknown): MailFolder {
  return mailFolders.find((folder) => folder === value) ?? 'outbox';
}

export function countByFolder(mails: readonly Filed[]): Record<MailFolder, number> {
  const counts = mailFolders.map((folder) => [
    folder,
    mails.filter(({ status }) => status === folder).length,
  ]);
  return Object.fromEntries(counts);
}

/** The mails of a folder; of a search, those that were found. */
export function inFolder<Mail extends Filed>(
  mails: readonly Mail[],
  folder: MailFolder,
  foundIds: readonly string[] | undefined,
): Mail[] {
  const found = foundIds && new Set(foundIds);
  return mails.filter(({ id, status }) => status === folder && (!found || found.has(id)));
}
