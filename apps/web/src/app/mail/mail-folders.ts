import { type MailboxFolder, mailboxFolders } from '@zavet/contract/mail/mailbox-values';
import {
  type InstructionStatus,
  instructionStatuses,
} from '@zavet/contract/vault/instruction-values';

/** Folders of instructions, then those of the connected mailbox. */
export const mailFolders = [...instructionStatuses, ...mailboxFolders] as const;
export type MailFolder = InstructionStatus | MailboxFolder;

/** The folder named in an address, else the outbox. */
export function mailFolderOf(value: unknown): MailFolder {
  return mailFolders.find((folder) => folder === value) ?? 'outbox';
}

export function isMailboxFolder(folder: MailFolder): folder is MailboxFolder {
  return mailboxFolders.some((one) => one === folder);
}
