import { z } from 'zod';
import type { Database } from '../../../platform/database/database.ts';
import { allowReplacement, findAuditHash, findAuditHead } from '../../identity/audit/index.ts';
import { paths } from './backup-folder.ts';
import { readRows } from './row-files.ts';

/** The audit log only grows: a restore must not forget what was done since the backup. */
export const auditTable = 'audit_entries';

export interface KeptLog {
  /** The log that is there begins with that of the backup, and stays. */
  is_kept: boolean;
  /** How far the log had come that is replaced. */
  replaced_head: number;
}

/** Decides about the log that is there, inside the transaction of a restore. */
export async function settleAuditLog(database: Database, folder: string): Promise<KeptLog> {
  const ofBackup = await headOfBackup(folder);
  const head = await findAuditHead(database);
  const is_kept =
    head !== undefined &&
    (ofBackup === undefined || (await findAuditHash(database, ofBackup.seq)) === ofBackup.hash);
  if (!is_kept) await allowReplacement(database);
  return { is_kept, replaced_head: is_kept ? 0 : (head?.seq ?? 0) };
}

const chained = z.object({ seq: z.coerce.number(), hash: z.string() });

/** Every hash holds all entries before it, so the last one stands for the log. */
async function headOfBackup(folder: string): Promise<z.output<typeof chained> | undefined> {
  let head: z.output<typeof chained> | undefined;
  for await (const row of readRows(paths.table(folder, auditTable))) {
    const entry = chained.parse(row);
    if (!head || entry.seq > head.seq) head = entry;
  }
  return head;
}
