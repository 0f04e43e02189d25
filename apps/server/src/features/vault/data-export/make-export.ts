import { Readable } from 'node:stream';
import type { Context } from '../../../context.ts';
import { sealedSize } from '../../../platform/encryption/sealed-stream.ts';
import { SealBroken } from '../../../platform/encryption/sealed-text.ts';
import { ObjectMissing } from '../../../platform/file-storage/object-store.ts';
import { newId } from '../../../platform/ids.ts';
import { jobName } from '../../../platform/jobs/job.ts';
import { enqueueMail } from '../../../platform/mail/mailer.ts';
import { createStoredZip, type StoredEntry } from '../../../platform/zip.ts';
import { lockUser } from '../../identity/account/index.ts';
import { removeObjectsJob, scheduleRemoval } from '../instructions/index.ts';
import { exportReady } from './data-export-mails.ts';
import {
  type Attempt,
  markExportFailed,
  markReady,
  type Progress,
  saveProgress,
  startAttempt,
} from './export-repository.ts';
import { exportExpiresAt, maxAttempts } from './export-rules.ts';
import { type ArchivedObject, gatherArchive } from './gather-archive.ts';
import { reportProgress } from './report-progress.ts';

export const makeExportJob = jobName<{ export_id: string }>('make-export');

/** An attempt fails above this number of unreadable files; each round finds one. */
const maxUnreadable = 50;

/**
 * Builds an export; every attempt starts over. Files are streamed from store to store: decrypted,
 * packed and sealed again, without a plaintext copy.
 */
export async function makeExport(
  ctx: Context,
  exportId: string,
  signal: AbortSignal,
): Promise<void> {
  const attempt = await startAttempt(ctx.database, exportId, newId());
  if (!attempt) return;
  const unreadable = new Set<string>();
  try {
    while (!(await tryExport(ctx, attempt, unreadable, signal))) {
      if (unreadable.size > maxUnreadable) throw new Error('Too many files cannot be read.');
    }
  } catch (error) {
    if (attempt.tries < maxAttempts || signal.aborted) throw error;
    await markExportFailed(ctx.database, attempt);
    ctx.log.error(
      { code: 'export_given_up', err: error, export_id: exportId },
      'an export could not be made',
    );
  }
}

/** False when a file was unreadable: it is added to `unreadable` for the next round. */
async function tryExport(
  ctx: Context,
  attempt: Attempt,
  unreadable: Set<string>,
  signal: AbortSignal,
): Promise<boolean> {
  const { database, vault, store, log } = ctx;
  const { pages, files } = await gatherArchive(ctx, attempt.user_id, unreadable);
  const bytes_total = files.reduce((sum, { bytes }) => sum + bytes.size, 0);
  const progress = { files_done: 0, files_total: files.length, bytes_done: 0, bytes_total };
  let failed: { id: string; error: unknown } | undefined;
  const entries = files.map((file) =>
    withProgress(file, progress, (error) => {
      failed ??= { id: file.id, error };
    }),
  );
  const report = reportProgress(() => saveProgress(database, attempt, progress), log);
  try {
    const { size, bytes } = await createStoredZip([...pages, ...entries]);
    const key = await vault.keyOf(attempt.user_id);
    const sealed = key.sealFile(attempt.attempt_id, bytes, size);
    const stop = AbortSignal.any([signal, report.cancelled]);
    await store.put(attempt.object_key, sealed, sealedSize(size), stop);
    await finishExport(ctx, attempt, progress, size);
    return true;
  } catch (error) {
    // The owner removed the export, or another attempt has started.
    if (report.cancelled.aborted) return true;
    if (!failed || !isUnreadable(failed.error)) throw error;
    unreadable.add(failed.id);
    return false;
  } finally {
    report.stop();
  }
}

function isUnreadable(error: unknown): boolean {
  return error instanceof ObjectMissing || error instanceof SealBroken;
}

function withProgress(
  { bytes, ...entry }: ArchivedObject,
  progress: Progress,
  onError: (error: unknown) => void,
): StoredEntry {
  const open = async () => {
    const opened = await bytes.open().catch((error: unknown) => {
      onError(error);
      throw error;
    });
    const counted = Readable.from(countedBytes(opened, progress, onError), {
      objectMode: false,
      highWaterMark: 1,
    });
    // Closes the file even if reading never starts.
    return counted.once('close', () => opened.destroy());
  };
  return { ...entry, bytes: { size: bytes.size, open } };
}

async function* countedBytes(
  opened: Readable,
  progress: Progress,
  onError: (error: unknown) => void,
): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of opened) {
      progress.bytes_done += chunk.length;
      yield chunk;
    }
    progress.files_done += 1;
  } catch (error) {
    onError(error);
    throw error;
  }
}

async function finishExport(
  ctx: Context,
  attempt: Attempt,
  { files_total, bytes_total }: Progress,
  size_bytes: number,
): Promise<void> {
  const { database, clock, jobs } = ctx;
  const isReady = await database.transaction(async () => {
    await lockUser(database, attempt.user_id);
    const expires_at = exportExpiresAt(clock.now());
    const totals = { files_total, files_done: files_total, bytes_total, bytes_done: bytes_total };
    if (!(await markReady(database, attempt, { ...totals, size_bytes, expires_at }))) {
      // The export was removed before its object was stored.
      await scheduleRemoval(database, attempt.object_key);
      return false;
    }
    await enqueueMail(ctx, exportReady, { export_id: attempt.id });
    return true;
  });
  if (!isReady) await jobs.enqueue(removeObjectsJob, {});
}
