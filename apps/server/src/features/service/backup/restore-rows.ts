import { z } from 'zod';
import {
  deleteRows,
  insertTextRows,
  type TableDescription,
  type TextRow,
} from '../../../platform/database/catalog.ts';
import type { Database } from '../../../platform/database/database.ts';
import { CommandRefused } from '../../../platform/process.ts';
import { allowAuditReplacement, findAuditHash, findAuditHead } from '../../identity/audit/index.ts';
import { type BackupManifest, paths, readRows } from './backup-folder.ts';
import { listBackedUpTables, recountFiles } from './backup-repository.ts';
import { sortByReferences } from './backup-rules.ts';
import { deleteTombstonedAccounts, saveTombstones, type Tombstones } from './tombstones.ts';

/** A restore must not remove newer audit entries. */
const auditTable = 'audit_entries';

const auditHeadFields = z.object({ seq: z.coerce.number(), hash: z.string() });

/** A restore must not remove newer tombstones. */
const tombstoneTable = 'tombstones';

/** Replaces all rows and deletes accounts with tombstones, in the caller's transaction. */
export async function restoreRows(
  database: Database,
  folder: string,
  manifest: BackupManifest,
  tombstones: Tombstones,
  signal: AbortSignal,
): Promise<{ deleted: number; log: AuditLogOutcome }> {
  const tables = sortByReferences(await listBackedUpTables(database));
  assertSameTables(tables, manifest);
  const log = await decideAuditLog(database, folder);
  const replaced = tables.filter(({ name }) => !(log.is_kept && name === auditTable));
  for (const table of replaced.toReversed()) {
    if (table.name !== tombstoneTable) await deleteRows(database, table);
  }
  for (const table of replaced) {
    const ignoreConflicts = table.name === tombstoneTable;
    for await (const rows of readRowBatches(paths.table(folder, table.name))) {
      signal.throwIfAborted();
      await insertTextRows(database, table, rows, { ignoreConflicts });
    }
    if (ignoreConflicts) await saveTombstones(database, tombstones);
  }
  const deleted = await deleteTombstonedAccounts(database, (step) => {
    signal.throwIfAborted();
    return step();
  });
  await recountFiles(database);
  return { deleted, log };
}

function assertSameTables(tables: TableDescription[], manifest: BackupManifest): void {
  const shape = (name: string, columns: string[]) => `${name}(${columns.join()})`;
  const here = tables.map(({ name, columns }) =>
    shape(
      name,
      columns.map((column) => column.name),
    ),
  );
  const there = manifest.tables.map(({ name, columns }) => shape(name, columns));
  if (here.sort().join() === there.sort().join()) return;
  throw new CommandRefused('The tables of the backup are not those of the database.');
}

const maxBatchRows = 200;

const maxBatchCharacters = 1_000_000;

/** Reads rows in batches that fit into one statement. */
async function* readRowBatches(path: string): AsyncGenerator<TextRow[]> {
  let batch: TextRow[] = [];
  let characters = 0;
  for await (const row of readRows(path) as AsyncGenerator<TextRow>) {
    batch.push(row);
    for (const value of Object.values(row)) characters += value?.length ?? 0;
    if (batch.length < maxBatchRows && characters < maxBatchCharacters) continue;
    yield batch;
    batch = [];
    characters = 0;
  }
  yield batch;
}

export interface AuditLogOutcome {
  /** True if the existing log continues the log of the backup, and is therefore kept. */
  is_kept: boolean;
  /** Number of the last entry in the replaced log; 0 if the log is kept. */
  replaced_head: number;
}

async function decideAuditLog(database: Database, folder: string): Promise<AuditLogOutcome> {
  const backupHead = await findBackupAuditHead(folder);
  const head = await findAuditHead(database);
  const is_kept =
    head !== undefined &&
    (backupHead === undefined ||
      (await findAuditHash(database, backupHead.seq)) === backupHead.hash);
  if (!is_kept) await allowAuditReplacement(database);
  return { is_kept, replaced_head: is_kept ? 0 : (head?.seq ?? 0) };
}

/** Finds the last audit entry of the backup, whose hash covers all entries before it. */
async function findBackupAuditHead(
  folder: string,
): Promise<z.output<typeof auditHeadFields> | undefined> {
  let head: z.output<typeof auditHeadFields> | undefined;
  for await (const row of readRows(paths.table(folder, auditTable))) {
    const entry = auditHeadFields.parse(row);
    if (!head || entry.seq > head.seq) head = entry;
  }
  return head;
}
