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
  beginReading,
  failInterruptedReading,
  type ImportRow,
  isAccountEmpty,
  moveImport,
  pauseReading,
  saveReadingProgress,
} from './import-repository.ts';
import { type ImportPlan, refusalOf } from './import-rules.ts';
import { type OpenedArchive, withArchive } from './open-archive.ts';
import { reportProgress } from './report-progress.ts';
import { type StoredFiles, storeArchivedFiles, writeArchive } from './write-import.ts';

export const importArchiveJob = jobName<{ import_id: string }>('bring-in-archive');

const dayMs = 24 * 3_600_000;

/** Reads that ended with their process. Such an archive would end the next process as well. */
const mostInterruptedReads = 2;

/**
 * Reads an archive into an empty account: everything is looked at first, then files are stored, and
 * all rows are written in one transaction at the end. Whatever fails before leaves the account as it
 * was. It may run twice, also at once: the account is empty for one of them only.
 */
export async function importArchive(
  ctx: Context,
  importId: string,
  signal: AbortSignal,
): Promise<void> {
  if (await giveUpInterrupted(ctx, importId)) return;
  const row = await beginReading(ctx.database, importId);
  if (!row) return;
  const stored: StoredFiles = { files: new Map(), object_keys: [], left_out: [] };
  try {
    const outcome = await read(ctx, row, stored, signal);
    if (!outcome) await giveBack(ctx, stored);
  } catch (error) {
    await giveBack(ctx, stored);
    if (error instanceof Failure && isImportFailure(error.code)) {
      return end(ctx, row, { code: error.code, facts: error.facts ?? {} });
    }
    if (row.tries < maxAttempts || signal.aborted) {
      await pauseReading(ctx.database, importId);
      throw error;
    }
    ctx.log.error(
      { code: 'import_given_up', err: error, import_id: importId },
      'an archive could not be imported',
    );
    await end(ctx, row, { code: 'internal_error', facts: {} });
  }
}

async function giveUpInterrupted(ctx: Context, importId: string): Promise<boolean> {
  const { database, clock, jobs, log } = ctx;
  const isGivenUp = await failInterruptedReading(database, importId, mostInterruptedReads, {
    failure: JSON.stringify({ code: 'archive_given_up', facts: {} }),
    expires_at: shownUntil(clock.now()),
  });
  if (!isGivenUp) return false;
  log.error(
    { code: 'import_given_up', import_id: importId },
    'reading an archive ended its process twice',
  );
  await jobs.enqueue(removeObjectsJob, {});
  return true;
}

/** Undefined where it was called off, or another run was faster. */
async function read(
  ctx: Context,
  row: ImportRow,
  stored: StoredFiles,
  signal: AbortSignal,
): Promise<ImportOutcome | undefined> {
  const { database, vault, store, log } = ctx;
  const { user_id, attempt_id, object_key, size_bytes } = row;
  if (!attempt_id || !object_key) throw new Error('An archive is read that has not arrived.');
  const key = await vault.keyOf(user_id);
  const file = await key.openFileParts(attempt_id, size_bytes, (start, end) =>
    store.get(object_key, { start, end }),
  );
  const progress = { files_done: 0, files_total: 0 };
  const told = reportProgress(() => saveReadingProgress(database, row, progress), log);
  try {
    return await withArchive(file, size_bytes, async (archive: OpenedArchive) => {
      const { plan } = archive;
      progress.files_total = plan.instructions.reduce((sum, { files }) => sum + files.length, 0);
      if (!(await isAccountEmpty(database, user_id))) fail('account_not_empty');
      requireRoom(ctx, plan, await readStorage(database, user_id));
      const stop = AbortSignal.any([signal, told.ended]);
      const count = () => {
        progress.files_done += 1;
      };
      const { instructions } = plan;
      await storeArchivedFiles(ctx, key, user_id, archive, instructions, stored, count, stop);
      return await write(ctx, key, row, plan, stored);
    });
  } catch (error) {
    if (told.ended.aborted) return undefined;
    throw error;
  } finally {
    told.stop();
  }
}

function requireRoom({ config }: Context, plan: ImportPlan, storage: StorageState): void {
  const room = {
    maxContacts: config.maxTrustedContacts,
    remainingBytes: remainingBytes(storage),
    limitMb: storage.limit_mb,
  };
  const refusal = refusalOf(plan, room);
  if (refusal) fail(refusal.code, { facts: refusal.facts });
}

/** Everything is looked at again under the locks: somebody may have begun to write meanwhile. */
function write(
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
    if (!(await moveImport(database, row, ['reading'], done))) return undefined;
    if (!(await isAccountEmpty(database, row.user_id))) fail('account_not_empty');
    requireRoom(ctx, plan, await lockStorage(database, row.user_id));
    const outcome = await writeArchive(ctx, key, row.user_id, plan, stored);
    const files_total = plan.instructions.reduce((sum, { files }) => sum + files.length, 0);
    await moveImport(database, row, ['done'], {
      state: 'done',
      outcome: key.seal(row.id, 'outcome', JSON.stringify(outcome)),
      expires_at: shownUntil(clock.now()),
      files_done: files_total,
      files_total,
    });
    await jobs.enqueue(removeObjectsJob, {});
    return outcome;
  });
}

function shownUntil(now: Date): Date {
  return new Date(now.getTime() + dataExportTerms.importShownDays * dayMs);
}

/** Nothing was imported. The archive is removed, and why is kept for its owner. */
async function end(
  { database, clock, jobs }: Context,
  row: ImportRow,
  failure: { code: string; facts: object },
): Promise<void> {
  await moveImport(database, row, ['reading'], {
    state: 'failed',
    object_key: null,
    failure: JSON.stringify(failure),
    expires_at: shownUntil(clock.now()),
  });
  await jobs.enqueue(removeObjectsJob, {});
}

/**
 * Bytes that were stored and have no rows go at once. Should the rows have been written, and only
 * the word of it got lost, nothing is held any more, and nothing goes.
 */
async function giveBack({ database, jobs }: Context, { object_keys }: StoredFiles): Promise<void> {
  await makeRemovalsDue(database, object_keys);
  if (object_keys.length > 0) await jobs.enqueue(removeObjectsJob, {});
}
