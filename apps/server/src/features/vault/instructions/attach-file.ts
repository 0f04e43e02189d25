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
import { lockOpenInstruction, nameDigest } from './expected-files.ts';
import type { FileRow, StoredObject } from './file-repository.ts';
import { type Inspection, inspectFile } from './inspect-file.ts';
import { scheduleRemoval } from './object-removal-repository.ts';
import { openFileView } from './sealed-instruction.ts';
import { completeUpload, deleteUpload, renewUpload, reserveUpload } from './upload-repository.ts';

const runInUploadSlot = createSlotsByKey(limits.uploadsAtOnce);

/**
 * A transaction reserves row and quota, the bytes are sealed into the store as they arrive, and a
 * second transaction completes the row. A failure or a dead process removes row, quota and object;
 * the file stays expected until it is attached or cancelled.
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
  const target = { user_id: owner.user_id, instruction_id: instructionId, size_bytes: upload.size };
  // Further uploads of the same owner wait, so that one owner cannot occupy the store.
  return runInUploadSlot(owner.user_id, async () => {
    const reserved = await reserve(ctx, target, fileName, ending);
    if (!reserved) return fail('file_already_attached');
    const { key, row } = reserved;
    const stopRenewing = startLeaseRenewal(
      () => renewUpload(ctx.database, row.id, uploadLeaseSeconds),
      ctx.log,
    );
    try {
      const trueEnding = await storeBytes(ctx, key, row, ending, upload);
      const stored = trueEnding === ending ? row : correctEnding(key, row, fileName, trueEnding);
      await complete(ctx, row, stored);
      return openFileView(key, instructionId, stored);
    } catch (error) {
      await discard(ctx, row);
      throw error;
    } finally {
      stopRenewing();
    }
  });
}

type UploadedFile = Pick<FileRow, 'user_id' | 'instruction_id' | 'size_bytes'>;

/** Locks owner, instruction, key and usage in this order. Undefined if the file is attached. */
function reserve(
  ctx: Context,
  file: UploadedFile,
  fileName: string,
  ending: FileEnding,
): Promise<{ key: OwnerKey; row: FileRow } | undefined> {
  const { database, vault } = ctx;
  const { user_id, size_bytes } = file;
  return database.transaction(async () => {
    const stored = await lockOpenInstruction(ctx, file);
    const key = stored ? vault.open(user_id, stored) : await vault.keyOf(user_id);
    const storage = await lockStorage(database, user_id);
    const row = newFileRow(ctx, key, file, fileName, ending);
    const expectedId = newId();
    const expected = { id: expectedId, file_name: key.seal(expectedId, 'file_name', fileName) };
    const reservation = await reserveUpload(database, row, expected, uploadLeaseSeconds);
    if (reservation.is_attached) return undefined;
    if (reservation.is_new && reservation.files > limits.files) {
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

function newFileRow(
  { clock }: Context,
  key: OwnerKey,
  file: UploadedFile,
  fileName: string,
  ending: FileEnding,
): FileRow {
  const id = newId();
  return {
    ...file,
    id,
    object_key: `files/${file.user_id}/${id}`,
    file_name: key.seal(id, 'file_name', fileName),
    name_digest: nameDigest(key, file.instruction_id, fileName),
    mime_type: fileTypes[ending],
    state: 'uploading',
    created_at: clock.now(),
  };
}

function correctEnding(key: OwnerKey, row: FileRow, fileName: string, ending: FileEnding): FileRow {
  const name = withEnding(fileName, ending);
  return {
    ...row,
    file_name: key.seal(row.id, 'file_name', name),
    name_digest: nameDigest(key, row.instruction_id, name),
    mime_type: fileTypes[ending],
  };
}

/**
 * Completes an upload. Fails if the instruction was closed or the file cancelled in the meantime.
 */
async function complete(ctx: Context, row: FileRow, stored: FileRow): Promise<void> {
  const { database } = ctx;
  const { is_attached } = await database.transaction(async () => {
    await lockOpenInstruction(ctx, row);
    const completion = await completeUpload(database, row, stored);
    if (completion.is_attached) return completion;
    if (!completion.is_expected) fail('not_found');
    // The lease has expired; the client may retry.
    if (!completion.is_stored) fail('file_storage_unavailable');
    return completion;
  });
  // Fails after the commit, because the file is no longer expected.
  if (is_attached) fail('file_already_attached');
}

/**
 * Deletes the row of a failed upload and schedules the removal of its object, which may exist even
 * if the row was already deleted.
 */
async function discard({ database, jobs, log }: Context, row: FileRow): Promise<void> {
  try {
    await database.transaction(async () => {
      await lockUser(database, row.user_id);
      await deleteUpload(database, row.id);
      await scheduleRemoval(database, row.object_key);
    });
    await jobs.enqueue(removeObjectsJob, {});
  } catch (error) {
    // The sweeps remove row and object later.
    log.warn(
      { code: 'upload_not_cleared', err: error, file_id: row.id },
      'an unfinished upload could not be removed yet',
    );
  }
}

/** Inspects, seals and stores a file as it arrives. Returns the ending of its true type. */
export async function storeBytes(
  { store }: Context,
  key: OwnerKey,
  object: StoredObject,
  ending: FileEnding,
  upload: Upload,
): Promise<FileEnding> {
  const inspection = inspectFile(ending);
  const { id, object_key, size_bytes } = object;
  const sealed = key.sealFile(id, inspectStream(upload.bytes, inspection), size_bytes);
  try {
    await store.put(object_key, sealed, sealedSize(size_bytes));
  } catch (error) {
    // After a mismatch bytes are dropped, and the store fails because the object is too short.
    if (inspection.isMismatch()) fail('file_content_mismatch');
    if (error instanceof UploadBroken) fail('malformed_request');
    throw error;
  }
  if (!(await inspection.matches())) fail('file_content_mismatch');
  return inspection.trueEnding();
}

/** Inspects the bytes as they pass; drops the rest after a mismatch. */
async function* inspectStream(
  bytes: AsyncIterable<Buffer>,
  inspection: Inspection,
): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of bytes) {
      if (!inspection.isMismatch()) await inspection.update(chunk);
      if (!inspection.isMismatch()) yield chunk;
    }
  } catch (cause) {
    throw new UploadBroken('An upload broke off.', { cause });
  }
}

class UploadBroken extends Error {}

export const uploadLeaseSeconds = 20;
const renewalMs = 4000;

/** Renews a lease until the returned function is called. A failed renewal is retried. */
export function startLeaseRenewal(
  renew: () => Promise<void>,
  log: Pick<Logger, 'warn'>,
): () => void {
  const timer = setInterval(() => {
    renew().catch((error: unknown) =>
      log.warn(
        { code: 'upload_lease_not_renewed', err: error },
        'the lease of an upload could not be renewed',
      ),
    );
  }, renewalMs);
  timer.unref();
  return () => clearInterval(timer);
}
