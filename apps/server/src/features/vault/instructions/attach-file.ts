import { limits } from '@zavet/contract/limits';
import {
  type FileEnding,
  fileEndingOf,
  fileProblem,
  fileTypes,
  toMb,
  withEnding,
} from '@zavet/contract/vault/file-rules';
import type { FileView } from '@zavet/contract/vault/instruction-schemas';
import type { Logger } from 'pino';
import type { Context } from '../../../context.ts';
import type { OwnerKey } from '../../../platform/encryption/owner-key.ts';
import { sealedSize } from '../../../platform/encryption/sealed-stream.ts';
import { fail } from '../../../platform/failure.ts';
import type { Owner, Upload } from '../../../platform/http/route.ts';
import { newId } from '../../../platform/ids.ts';
import { createSlotsByKey } from '../../../platform/slots.ts';
import { lockUser } from '../../identity/account/index.ts';
import { fits, lockStorage, remainingBytes } from '../storage/index.ts';
import { removeObjectsJob } from './clean-up-files.ts';
import { lockOpenInstruction, nameDigest } from './expect-files.ts';
import {
  deleteUploading,
  type FileRow,
  renewUpload,
  type StoredObject,
  scheduleRemoval,
} from './file-repository.ts';
import { type Inspection, inspectTrueType } from './inspect-file.ts';
import { openFileView } from './sealed-instruction.ts';
import { completeUpload, reserveUpload } from './upload-repository.ts';

class UploadBroken extends Error {}

/** How long a place is held without a sign of life, and how often there is one. */
export const uploadLeaseSeconds = 20;

const beatMs = 4000;

const inUploadSlotOf = createSlotsByKey(limits.uploadsAtOnce);

/**
 * Takes a file in three steps: its row takes place and quota, its bytes are sealed into the store
 * while they arrive, the row becomes valid. Whatever fails, and whenever the process dies, the row
 * of an unfinished upload is removed, and its quota and object with it; that the file is expected
 * stays known until it has arrived or is given up.
 */
export async function attachFile(
  ctx: Context,
  owner: Owner,
  instructionId: string,
  fileName: string,
  upload: Upload,
): Promise<FileView> {
  const ending = fileEndingOf(fileName);
  const problem = fileProblem(fileName, upload.size);
  if (problem || !ending) return fail(problem ?? 'file_type_unsupported');
  const wanted = { user_id: owner.user_id, instruction_id: instructionId, size_bytes: upload.size };
  // Others of the same owner wait, so that one owner cannot take all places of the store.
  return inUploadSlotOf(owner.user_id, async () => {
    const place = await reservePlace(ctx, wanted, fileName, ending);
    if (!place) return fail('file_already_attached');
    const { key, row } = place;
    const stopRenewing = startLeaseRenewal(
      () => renewUpload(ctx.database, row.id, uploadLeaseSeconds),
      ctx.log,
    );
    try {
      const trueEnding = await storeBytes(ctx, key, row, ending, upload);
      const stored = trueEnding === ending ? row : renamed(key, row, fileName, trueEnding);
      await completeFile(ctx, row, stored);
      return openFileView(key, instructionId, stored);
    } catch (error) {
      await clearUp(ctx, row);
      throw error;
    } finally {
      stopRenewing();
    }
  });
}

type WantedFile = Pick<FileRow, 'user_id' | 'instruction_id' | 'size_bytes'>;

/** Owner, instruction, key, usage: locked in this order, as everywhere. None where it is there already. */
function reservePlace(
  ctx: Context,
  wanted: WantedFile,
  fileName: string,
  ending: FileEnding,
): Promise<{ key: OwnerKey; row: FileRow } | undefined> {
  const { database, vault } = ctx;
  const { user_id, size_bytes } = wanted;
  return database.transaction(async () => {
    const stored = await lockOpenInstruction(ctx, wanted);
    const key = stored ? vault.open(user_id, stored) : await vault.keyOf(user_id);
    const storage = await lockStorage(database, user_id);
    const row = newFileRow(ctx, key, wanted, fileName, ending);
    const place = await reserveUpload(
      database,
      row,
      expectation(key, fileName),
      uploadLeaseSeconds,
    );
    if (place.is_attached) return undefined;
    if (place.is_new && place.files > limits.files) {
      fail('file_limit_reached', { facts: { limit: limits.files } });
    }
    if (!fits(storage, size_bytes)) {
      fail('storage_limit_exceeded', {
        facts: {
          attempted_mb: toMb(size_bytes),
          available_mb: toMb(remainingBytes(storage)),
          limit_mb: storage.limit_mb,
        },
      });
    }
    return { key, row };
  });
}

function expectation(key: OwnerKey, fileName: string) {
  const id = newId();
  return { id, file_name: key.seal(id, 'file_name', fileName) };
}

function newFileRow(
  { clock }: Context,
  key: OwnerKey,
  wanted: WantedFile,
  fileName: string,
  ending: FileEnding,
): FileRow {
  const id = newId();
  return {
    ...wanted,
    id,
    object_key: `files/${wanted.user_id}/${id}`,
    file_name: key.seal(id, 'file_name', fileName),
    name_digest: nameDigest(key, wanted.instruction_id, fileName),
    mime_type: fileTypes[ending],
    state: 'uploading',
    created_at: clock.now(),
  };
}

/** The same file under a name that says what it is. */
function renamed(key: OwnerKey, row: FileRow, fileName: string, ending: FileEnding): FileRow {
  const name = withEnding(fileName, ending);
  return {
    ...row,
    file_name: key.seal(row.id, 'file_name', name),
    name_digest: nameDigest(key, row.instruction_id, name),
    mime_type: fileTypes[ending],
  };
}

/** What has been sent meanwhile gets no more files. */
async function completeFile(ctx: Context, row: FileRow, stored: FileRow): Promise<void> {
  const { database } = ctx;
  const { is_attached } = await database.transaction(async () => {
    await lockOpenInstruction(ctx, row);
    const arrived = await completeUpload(database, row, stored);
    if (arrived.is_attached) return arrived;
    // Given up meanwhile; or its place was taken for dead, and then it can be sent again.
    if (!arrived.is_expected) fail('not_found');
    if (!arrived.is_stored) fail('file_storage_unavailable');
    return arrived;
  });
  if (is_attached) fail('file_already_attached');
}

/** The row may be gone already, and its bytes have arrived all the same. */
async function clearUp({ database, jobs, log }: Context, row: FileRow): Promise<void> {
  try {
    await database.transaction(async () => {
      await lockUser(database, row.user_id);
      await deleteUploading(database, row.id);
      await scheduleRemoval(database, row.object_key);
    });
    await jobs.enqueue(removeObjectsJob, {});
  } catch (error) {
    // The sweeps find what is left, row and object.
    log.warn(
      { code: 'upload_not_cleared', err: error, file_id: row.id },
      'an unfinished upload could not be cleared yet',
    );
  }
}

/** Inspects, seals and stores a file while it arrives. Says what it really is. */
export async function storeBytes(
  { store }: Pick<Context, 'store'>,
  key: OwnerKey,
  row: StoredObject,
  ending: FileEnding,
  upload: Upload,
): Promise<FileEnding> {
  const inspection = inspectTrueType(ending);
  const sealed = key.sealFile(row.id, inspected(upload.bytes, inspection), row.size_bytes);
  try {
    await store.put(row.object_key, sealed, sealedSize(row.size_bytes));
  } catch (error) {
    // A file that is swallowed reaches the store too short; the reason is the one to tell.
    if (inspection.isHopeless()) fail('file_content_mismatch');
    // The client went away: nobody is there to read an answer.
    if (error instanceof UploadBroken) fail('malformed_request');
    throw error;
  }
  if (!(await inspection.matches())) fail('file_content_mismatch');
  return inspection.trueEnding();
}

/** Passes a file on while it is inspected; what is already found out to be wrong is swallowed. */
async function* inspected(
  bytes: AsyncIterable<Buffer>,
  inspection: Inspection,
): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of bytes) {
      if (!inspection.isHopeless()) await inspection.see(chunk);
      if (!inspection.isHopeless()) yield chunk;
    }
  } catch (cause) {
    throw new UploadBroken('An upload broke off.', { cause });
  }
}

/** Renews the hold on a place until it is told to stop. A beat that fails is followed by the next. */
export function startLeaseRenewal(
  renew: () => Promise<void>,
  log: Pick<Logger, 'warn'>,
): () => void {
  const timer = setInterval(() => {
    renew().catch((error: unknown) =>
      log.warn(
        { code: 'upload_hold_not_renewed', err: error },
        'the hold of an upload could not be renewed',
      ),
    );
  }, beatMs);
  timer.unref();
  return () => clearInterval(timer);
}
