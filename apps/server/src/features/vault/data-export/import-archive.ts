import type { ImportOutcome } from '@zavet/contract/vault/data-export-endpoints';
import { dataExportTerms, isImportFailure } from '@zavet/contract/vault/data-export-values';
import type { Context } from '../../../context.ts';
import type { OwnerKey } from '../../../platform/encryption/owner-key.ts';
import { Failure, fail } from '../../../platform/failure.ts';
import { jobName } from '../../../platform/jobs/job.ts';
import { lockUser } from '../../identity/account/index.ts';
import { makeRemovalsDue, removeObjectsJob } from '../instructions/index.ts';
import { lockStorage, readStorage, remainingBytes, type StorageState } from '../storage/index.ts';
import { maxAttempts } from './export-rules.ts';
import {
  changeImportState,
  failInterruptedReading,
  type ImportRow,
  isAccountEmpty,
  saveReadingProgress,
  startReading,
} from './import-repository.ts';
import { type ImportPlan, refusalOf } from './import-rules.ts';
import { withArchive } from './open-archive.ts';
import { reportProgress } from './report-progress.ts';
import { type StoredFiles, storeArchivedFiles, writeArchive } from './write-import.ts';

export const importArchiveJob = jobName<{ import_id: string }>('import-archive');

const dayMs = 24 * 3_600_000;

/** An archive that crashed its process this often would crash the next one as well. */
const maxInterruptedReads = 2;

/**
 * Imports an archive into an empty account: checks it, stores its files, and writes all rows in one
 * transaction. An earlier failure leaves the account unchanged. May run twice, also in parallel:
 * only the first run to write its rows finds the account empty.
 */
export async function importArchive(
  ctx: Context,
  importId: string,
  signal: AbortSignal,
): Promise<void> {
  if (await failInterrupted(ctx, importId)) return;
  const row = await startReading(ctx.database, importId);
  if (!row) return;
  const stored: StoredFiles = { files: new Map(), object_keys: [], left_out: [] };
  try {
    const outcome = await readArchive(ctx, row, stored, signal);
    if (!outcome) await discardFiles(ctx, stored);
  } catch (error) {
    await discardFiles(ctx, stored);
    if (error instanceof Failure && isImportFailure(error.code)) {
      return failImport(ctx, row, { code: error.code, facts: error.facts ?? {} });
    }
    if (row.tries < maxAttempts || signal.aborted) {
      await changeImportState(ctx.database, { id: importId }, ['reading'], { state: 'waiting' });
      throw error;
    }
    ctx.log.error(
      { code: 'import_given_up', err: error, import_id: importId },
      'an archive could not be imported',
    );
    await failImport(ctx, row, { code: 'internal_error', facts: {} });
  }
}

async function failInterrupted(ctx: Context, importId: string): Promise<boolean> {
  const { database, clock, jobs, log } = ctx;
  const isFailed = await failInterruptedReading(database, importId, maxInterruptedReads, {
    failure: JSON.stringify({ code: 'archive_given_up', facts: {} }),
    expires_at: importExpiresAt(clock.now()),
  });
  if (!isFailed) return false;
  log.error(
    { code: 'import_given_up', import_id: importId },
    'reading an archive ended its process twice',
  );
  await jobs.enqueue(removeObjectsJob, {});
  return true;
}

/** Undefined when the import was cancelled, or a parallel run has finished it. */
async function readArchive(
  ctx: Context,
  row: ImportRow,
  stored: StoredFiles,
  signal: AbortSignal,
): Promise<ImportOutcome | undefined> {
  const { database, vault, store, log } = ctx;
  const { user_id, attempt_id, object_key, size_bytes } = row;
  if (!attempt_id || !object_key) throw new Error('An import is read before its archive arrived.');
  const key = await vault.keyOf(user_id);
  const file = await key.openFileRanges(attempt_id, size_bytes, (start, end) =>
    store.get(object_key, { start, end }),
  );
  const progress = { files_done: 0, files_total: 0 };
  const report = reportProgress(() => saveReadingProgress(database, row, progress), log);
  try {
    return await withArchive(file, size_bytes, async (archive) => {
      const { plan } = archive;
      progress.files_total = countFiles(plan);
      if (!(await isAccountEmpty(database, user_id))) fail('account_not_empty');
      requireSpace(ctx, plan, await readStorage(database, user_id));
      const stop = AbortSignal.any([signal, report.cancelled]);
      const onFile = () => {
        progress.files_done += 1;
      };
      await storeArchivedFiles(ctx, key, user_id, archive, stored, onFile, stop);
      return await writeRows(ctx, key, row, plan, stored);
    });
  } catch (error) {
    if (report.cancelled.aborted) return undefined;
    throw error;
  } finally {
    report.stop();
  }
}

function countFiles({ instructions }: ImportPlan): number {
  return instructions.reduce((sum, { files }) => sum + files.length, 0);
}

function requireSpace({ config }: Context, plan: ImportPlan, storage: StorageState): void {
  const refusal = refusalOf(plan, {
    maxContacts: config.maxTrustedContacts,
    remainingBytes: remainingBytes(storage),
    limitMb: storage.limit_mb,
  });
  if (refusal) fail(refusal.code, { facts: refusal.facts });
}

/** Repeats all checks under the locks, because the owner may have written in the meantime. */
function writeRows(
  ctx: Context,
  key: OwnerKey,
  row: ImportRow,
  plan: ImportPlan,
  stored: StoredFiles,
): Promise<ImportOutcome | undefined> {
  const { database, clock, jobs } = ctx;
  return database.transaction(async () => {
    if (!(await lockUser(database, row.user_id))) return undefined;
    const done = { state: 'done', object_key: null } as const;
    if (!(await changeImportState(database, row, ['reading'], done))) return undefined;
    if (!(await isAccountEmpty(database, row.user_id))) fail('account_not_empty');
    requireSpace(ctx, plan, await lockStorage(database, row.user_id));
    const outcome = await writeArchive(ctx, key, row.user_id, plan, stored);
    const files_total = countFiles(plan);
    await changeImportState(database, row, ['done'], {
      state: 'done',
      outcome: key.seal(row.id, 'outcome', JSON.stringify(outcome)),
      expires_at: importExpiresAt(clock.now()),
      files_done: files_total,
      files_total,
    });
    await jobs.enqueue(removeObjectsJob, {});
    return outcome;
  });
}

function importExpiresAt(now: Date): Date {
  return new Date(now.getTime() + dataExportTerms.importShownDays * dayMs);
}

/** Removes the archive and keeps the reason for the owner. */
async function failImport(
  { database, clock, jobs }: Context,
  row: ImportRow,
  failure: { code: string; facts: object },
): Promise<void> {
  await changeImportState(database, row, ['reading'], {
    state: 'failed',
    object_key: null,
    failure: JSON.stringify(failure),
    expires_at: importExpiresAt(clock.now()),
  });
  await jobs.enqueue(removeObjectsJob, {});
}

/**
 * Removes stored objects without rows. If the rows were committed after all and only the response
 * was lost, no removals are pending and nothing is removed.
 */
async function discardFiles({ database, jobs }: Context, { object_keys }: StoredFiles) {
  await makeRemovalsDue(database, object_keys);
  if (object_keys.length > 0) await jobs.enqueue(removeObjectsJob, {});
}
