import type { ImportOutcome, ImportView } from '@zavet/contract/vault/data-export-endpoints';
import { dataExportTerms } from '@zavet/contract/vault/data-export-values';
import { bytesPerMb } from '@zavet/contract/vault/file-rules';
import type { Context } from '../../../context.ts';
import type { OwnerKey } from '../../../platform/encryption/owner-key.ts';
import { sealedSize } from '../../../platform/encryption/sealed-stream.ts';
import { fail } from '../../../platform/failure.ts';
import type { Owner, Upload } from '../../../platform/http/route.ts';
import { newId } from '../../../platform/ids.ts';
import { lockUser } from '../../identity/account/index.ts';
import { removeObjectsJob } from '../instructions/index.ts';
import { readStorage } from '../storage/index.ts';
import { importArchiveJob } from './import-archive.ts';
import {
  changeImportState,
  deleteImport,
  findImport,
  type ImportRow,
  insertImport,
  isAccountEmpty,
} from './import-repository.ts';

const dayMs = 24 * 3_600_000;

/** Registers an archive for an empty account. Replaces a finished or failed import. */
export function startImport(
  { database, clock }: Context,
  { user_id }: Owner,
  size_bytes: number,
): Promise<ImportView> {
  return database.transaction(async () => {
    if (!(await lockUser(database, user_id))) fail('session_missing');
    const former = await findImport(database, { user_id });
    if (former?.state === 'waiting' || former?.state === 'reading') fail('import_in_progress');
    if (!(await isAccountEmpty(database, user_id))) fail('account_not_empty');
    const { limit_mb: quotaMb } = await readStorage(database, user_id);
    const { archiveAllowanceMb, archiveMaxMb } = dataExportTerms;
    const limit_mb = Math.min(quotaMb + archiveAllowanceMb, archiveMaxMb);
    if (size_bytes > limit_mb * bytesPerMb) {
      const size_mb = Math.ceil(size_bytes / bytesPerMb);
      fail('archive_too_large', { facts: { size_mb, limit_mb } });
    }
    if (former) await deleteImport(database, former.id);
    const now = clock.now();
    const expires_at = new Date(now.getTime() + dayMs);
    const row = { id: newId(), user_id, size_bytes, created_at: now, expires_at };
    return importViewOf(await insertImport(database, row), undefined);
  });
}

/** Seals the announced archive into the store as it arrives, and enqueues its import. */
export async function receiveArchive(
  ctx: Context,
  { user_id }: Owner,
  id: string,
  upload: Upload,
): Promise<ImportView> {
  const { database, vault, store, jobs } = ctx;
  const found = await findImport(database, { id });
  if (found?.user_id !== user_id) return fail('not_found');
  if (upload.size !== found.size_bytes) return fail('malformed_request');
  const attempt_id = newId();
  const object_key = `imports/${user_id}/${attempt_id}`;
  const uploading = { attempt_id, object_key, state: 'uploading' } as const;
  if (!(await changeImportState(database, { id }, ['expected'], uploading))) {
    return fail('import_in_progress');
  }
  try {
    const key = await vault.keyOf(user_id);
    const sealed = key.sealFile(attempt_id, upload.bytes, upload.size);
    await store.put(object_key, sealed, sealedSize(upload.size));
    const waiting = await database.transaction(async () => {
      await lockUser(database, user_id);
      const state = 'waiting';
      const moved = await changeImportState(database, { id, attempt_id }, ['uploading'], { state });
      if (!moved) return fail('not_found');
      await jobs.enqueue(importArchiveJob, { import_id: id });
      return moved;
    });
    return importViewOf(waiting, undefined);
  } catch (error) {
    // The owner may upload it again.
    const expected = { state: 'expected', object_key: null } as const;
    await changeImportState(database, { id, attempt_id }, ['uploading'], expected);
    await jobs.enqueue(removeObjectsJob, {});
    throw error;
  }
}

/** Cancels an import that is not being read yet, or removes a finished one. */
export function dismissImport(
  { database, jobs }: Context,
  { user_id }: Owner,
  id: string,
): Promise<void> {
  return database.transaction(async () => {
    await lockUser(database, user_id);
    const found = await findImport(database, { id });
    if (found?.user_id !== user_id) return fail('not_found');
    if (found.state === 'reading') return fail('import_in_progress');
    await deleteImport(database, id);
    await jobs.enqueue(removeObjectsJob, {});
  });
}

/** The key is needed only for an import with an outcome. */
export function importViewOf(row: ImportRow, key: OwnerKey | undefined): ImportView {
  const { id, state, size_bytes, files_done, files_total, created_at, failure, outcome } = row;
  const opened = outcome !== null && key ? key.open(id, 'outcome', outcome) : null;
  return {
    ...{ id, state, size_bytes, files_done, files_total, created_at },
    failure: failure === null ? null : (JSON.parse(failure) as ImportView['failure']),
    outcome: opened === null ? null : (JSON.parse(opened) as ImportOutcome),
  };
}
