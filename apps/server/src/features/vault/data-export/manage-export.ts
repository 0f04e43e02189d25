import type { HandlerResult } from '@zavet/contract/endpoint';
import type { dataExportEndpoints, ExportView } from '@zavet/contract/vault/data-export-endpoints';
import { dataExportTerms } from '@zavet/contract/vault/data-export-values';
import { type Context, perContext } from '../../../context.ts';
import { fail } from '../../../platform/failure.ts';
import { createRateLimiter } from '../../../platform/http/rate-limiter.ts';
import type { Caller, Owner } from '../../../platform/http/route.ts';
import { newId } from '../../../platform/ids.ts';
import { lockUser, recordSecurityEvent } from '../../identity/account/index.ts';
import { removeObjectsJob } from '../instructions/index.ts';
import {
  deleteExpiredExports,
  deleteExport,
  type ExportRow,
  findExport,
  insertExport,
} from './export-repository.ts';
import { exportExpiresAt, isInProgress } from './export-rules.ts';
import { deleteExpiredImports, findImport, isAccountEmpty } from './import-repository.ts';
import { makeExportJob } from './make-export.ts';
import { importViewOf } from './receive-import.ts';

const rateLimiter = perContext(({ database, clock }) => createRateLimiter(database, clock));

const daySeconds = 24 * 3600;

/** Orders an export, or answers with the one that is being made. A former one goes. */
export async function requestExport(
  ctx: Context,
  { user_id }: Owner,
  caller: Caller,
): Promise<ExportView> {
  const { database, clock } = ctx;
  const former = await findExport(database, { user_id });
  if (former && isInProgress(former, clock.now())) return exportViewOf(former);
  // Counted here and not with the call, which is made twice when the proof is asked for in between.
  const limit = { max: dataExportTerms.exportsPerDay, seconds: daySeconds };
  const taken = await rateLimiter(ctx).take(`export ${user_id}`, limit);
  if (!taken.allowed) {
    fail('too_many_exports', { facts: { limit: dataExportTerms.exportsPerDay } });
  }
  return database.transaction(async () => {
    if (!(await lockUser(database, user_id))) fail('session_missing');
    const now = clock.now();
    const found = await findExport(database, { user_id });
    if (found && isInProgress(found, now)) return exportViewOf(found);
    if (found) await deleteExport(database, found);
    const id = newId();
    await insertExport(database, {
      id,
      user_id,
      created_at: now,
      expires_at: exportExpiresAt(now),
    });
    await recordSecurityEvent(database, user_id, 'data_export_ordered', caller, now);
    await ctx.jobs.enqueue(makeExportJob, { export_id: id });
    const ordered = await findExport(database, { id });
    if (!ordered) throw new Error('An export that was just ordered is not there.');
    return exportViewOf(ordered);
  });
}

/** Removes an export before its time; one that is being made ends by itself. */
export async function removeExport(
  { database, clock, jobs }: Context,
  { user_id }: Owner,
  id: string,
  caller: Caller,
): Promise<void> {
  await database.transaction(async () => {
    await lockUser(database, user_id);
    if (!(await deleteExport(database, { id, user_id }))) fail('not_found');
    await recordSecurityEvent(database, user_id, 'data_export_removed', caller, clock.now());
    await jobs.enqueue(removeObjectsJob, {});
  });
}

/** An export as its owner sees it. */
function exportViewOf(row: ExportRow): ExportView {
  return {
    id: row.id,
    state: row.state,
    created_at: row.created_at,
    files_done: row.files_done,
    files_total: row.files_total,
    bytes_done: row.bytes_done,
    bytes_total: row.bytes_total,
    size_bytes: row.state === 'ready' ? row.size_bytes : null,
    expires_at: row.state === 'ready' ? row.expires_at : null,
  };
}

/** How far the export and the import of an account are. */
export async function readDataExport(
  { database, clock, vault }: Context,
  { user_id }: Owner,
): Promise<HandlerResult<typeof dataExportEndpoints.getOwnData>> {
  const made = await findExport(database, { user_id });
  const imported = await findImport(database, { user_id });
  const key = imported?.outcome ? await vault.keyOf(user_id) : undefined;
  const now = clock.now();
  return {
    export: made && made.expires_at > now ? exportViewOf(made) : null,
    import: imported && imported.expires_at > now ? importViewOf(imported, key) : null,
    is_empty: await isAccountEmpty(database, user_id),
  };
}

/** Removes exports whose day is over and imports that nobody looks at any more. May run twice. */
export async function sweepDataExports({
  database,
  clock,
  jobs,
}: Pick<Context, 'database' | 'clock' | 'jobs'>): Promise<void> {
  const now = clock.now();
  const exports = await deleteExpiredExports(database, now);
  const imports = await deleteExpiredImports(database, now);
  if (exports + imports > 0) await jobs.enqueue(removeObjectsJob, {});
}
