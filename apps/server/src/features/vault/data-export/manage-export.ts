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

/** State of an account's export and import. */
export async function readDataExport(
  { database, clock, vault }: Context,
  { user_id }: Owner,
): Promise<HandlerResult<typeof dataExportEndpoints.getDataExports>> {
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

const rateLimiter = perContext(({ database, clock }) => createRateLimiter(database, clock));

const daySeconds = 24 * 3600;

/** Requests an export, which replaces a finished one, or returns the one in progress. */
export async function startExport(
  ctx: Context,
  { user_id }: Owner,
  caller: Caller,
): Promise<ExportView> {
  const { database, clock } = ctx;
  const former = await findExport(database, { user_id });
  if (former && isInProgress(former, clock.now())) return exportViewOf(former);
  // Not limited at the endpoint, which is called twice when the owner must give proof first.
  const limit = { max: dataExportTerms.exportsPerDay, seconds: daySeconds };
  const call = await rateLimiter(ctx).take(`export ${user_id}`, limit);
  if (!call.allowed) {
    fail('too_many_exports', { facts: { limit: dataExportTerms.exportsPerDay } });
  }
  return database.transaction(async () => {
    if (!(await lockUser(database, user_id))) fail('session_missing');
    const now = clock.now();
    const found = await findExport(database, { user_id });
    if (found && isInProgress(found, now)) return exportViewOf(found);
    if (found) await deleteExport(database, found);
    const row = { id: newId(), user_id, created_at: now, expires_at: exportExpiresAt(now) };
    const requested = await insertExport(database, row);
    await recordSecurityEvent(database, user_id, 'data_export_requested', caller, now);
    await ctx.jobs.enqueue(makeExportJob, { export_id: row.id });
    return exportViewOf(requested);
  });
}

/** Removes an export; one in progress is cancelled. */
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

/** Removes expired exports and imports. May run twice. */
export async function sweepDataExports({ database, clock, jobs }: Context): Promise<void> {
  const now = clock.now();
  const exports = await deleteExpiredExports(database, now);
  const imports = await deleteExpiredImports(database, now);
  if (exports + imports > 0) await jobs.enqueue(removeObjectsJob, {});
}

function exportViewOf(row: ExportRow): ExportView {
  const { id, state, created_at, files_done, files_total, bytes_done, bytes_total } = row;
  return {
    ...{ id, state, created_at, files_done, files_total, bytes_done, bytes_total },
    size_bytes: state === 'ready' ? row.size_bytes : null,
    expires_at: state === 'ready' ? row.expires_at : null,
  };
}
