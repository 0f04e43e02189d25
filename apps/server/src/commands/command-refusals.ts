import { BackupRefused } from '../features/service/backup/backup-refused.ts';
import { RepairRefused } from '../features/service/storage-check/repair-refused.ts';
import { isDatabaseUnavailable } from '../platform/database/database-unavailable.ts';
import { MasterKeyInvalid } from '../platform/encryption/key-ring-text.ts';
import { ObjectStoreUnavailable } from '../platform/file-storage/object-store.ts';
import { isStorageFull } from '../platform/storage-full.ts';

/** A command was not called as it has to be. */
export class UsageInvalid extends Error {}

/** A command cannot do what it was asked for. The message is one sentence for the person who asked. */
export class CommandRefused extends Error {}

/** From sysexits.h: wrong usage, something needed is away, wrong configuration. */
const exitCodes = { usage: 64, unavailable: 69, configuration: 78, other: 1 };

export interface Refusal {
  sentence: string;
  code: number;
}

/** What an expected failure of a command is to the person who called it. */
export function refusalOfCommand(error: unknown): Refusal | undefined {
  if (error instanceof UsageInvalid) return { sentence: error.message, code: exitCodes.usage };
  if (error instanceof MasterKeyInvalid) {
    return { sentence: error.message, code: exitCodes.configuration };
  }
  if ([BackupRefused, CommandRefused, RepairRefused].some((kind) => error instanceof kind)) {
    return { sentence: (error as Error).message, code: exitCodes.other };
  }
  if (isStorageFull(error)) {
    return { sentence: 'There is no space left.', code: exitCodes.unavailable };
  }
  if (error instanceof ObjectStoreUnavailable) {
    return { sentence: 'The object store cannot be used now.', code: exitCodes.unavailable };
  }
  if (isDatabaseUnavailable(error)) {
    return { sentence: 'The database cannot be reached now.', code: exitCodes.unavailable };
  }
  return undefined;
}
