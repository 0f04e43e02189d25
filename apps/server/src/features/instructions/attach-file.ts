import { pipeline } from 'node:stream/promises';
import {
  type FileEnding,
  fileEndingOf,
  fileProblem,
  fileTypes,
} from '@zavet/contract/instructions/file-rules';
import type { FileView } from '@zavet/contract/instructions/instruction-schemas';
import { toMb } from '@zavet/contract/storage/storage-rules';
import { isUniqueViolation } from '../../platform/database/sql-state.ts';
import type { OwnerKey } from '../../platform/encryption/owner-key.ts';
import { sealedSize } from '../../platform/encryption/sealed-stream.ts';
import { fail } from '../../platform/failure.ts';
import type { Owner, Upload } from '../../platform/http/route.ts';
import { newId } from '../../platform/new-id.ts';
import { lockUser } from '../account/account-face.ts';
import { fits, lockStorage, remainingBytes } from '../storage/storage-face.ts';
import { inspectContent } from './content/inspect-content.ts';
import { inspectingStream } from './content/inspecting-stream.ts';
import {
  deleteUploading,
  type FileRow,
  insertFile,
  isAttached,
  markStored,
} from './file-repository.ts';
import type { InstructionParts } from './instruction-parts.ts';
import { lockInstruction } from './instruction-repository.ts';
import { openFileView } from './open-instruction.ts';
import { removeObjectsJob } from './remove-objects.ts';

/**
 * Takes a file in three steps: its row takes place and quota, its bytes are sealed into the store
 * while they arrive, the row becomes valid. Whatever fails, and wherever the process dies, the row
 * of an unfinished upload is removed, and its quota and object with it.
 */
export async function attachFile(
  parts: InstructionParts,
  owner: Owner,
  instructionId: string,
  fileName: string,
  upload: Upload,
): Promise<FileView> {
  const ending = fileEndingOf(fileName);
  const problem = fileProblem(fileName, upload.size);
  if (problem || !ending) return fail(problem ?? 'file_type_unsupported');
  const key = await parts.vault.keyOf(owner.user_id);
  const row = newFileRow(parts, key, owner.user_id, instructionId, fileName, ending, upload.size);
  await reservePlace(parts, row);
  try {
    await storeBytes(parts, key, row, ending, upload);
    await completeFile(parts, row);
  } catch (error) {
    await giveUp(parts, row);
    throw error;
  }
  return openFileView(key, instructionId, { ...row, created_at: row.created_at.toISOString() });
}

function newFileRow(
  { clock }: InstructionParts,
  key: OwnerKey,
  userId: string,
  instructionId: string,
  fileName: string,
  ending: FileEnding,
  sizeBytes: number,
): FileRow {
  const id = newId();
  return {
    id,
    user_id: userId,
    instruction_id: instructionId,
    object_key: `files/${userId}/${id}`,
    file_name: key.seal(id, 'file_name', fileName),
    name_digest: key.digest(`file_name/${instructionId}`, fileName),
    size_bytes: sizeBytes,
    mime_type: fileTypes[ending],
    state: 'uploading',
    created_at: clock.now(),
  };
}

/** Owner, instruction, usage: locked in this order, as everywhere. */
async function reservePlace({ database }: InstructionParts, row: FileRow): Promise<void> {
  await database.transaction(async () => {
    if (!(await lockUser(database, row.user_id))) fail('session_missing');
    const instruction = await lockInstruction(database, row.user_id, row.instruction_id);
    if (!instruction) fail('not_found');
    if (instruction.status !== 'outbox') fail('instruction_closed');
    if (await isAttached(database, row)) fail('file_already_attached');
    const storage = await lockStorage(database, row.user_id);
    if (!fits(storage, row.size_bytes)) {
      fail('storage_limit_exceeded', {
        facts: {
          attempted_mb: toMb(row.size_bytes),
          available_mb: toMb(remainingBytes(storage)),
          limit_mb: storage.limit_mb,
        },
      });
    }
    await insertFile(database, row);
  });
}

async function storeBytes(
  { store }: InstructionParts,
  key: OwnerKey,
  row: FileRow,
  ending: FileEnding,
  upload: Upload,
): Promise<void> {
  const inspection = inspectContent(ending);
  const sealed = key.sealFile(row.id);
  const [reading, storing] = await Promise.allSettled([
    pipeline(upload.bytes, inspectingStream(inspection), sealed),
    store.put(row.object_key, sealed, sealedSize(row.size_bytes)),
  ]);
  // A file that is swallowed reaches the store too short; the reason is the one to tell.
  if (inspection.isHopeless()) fail('file_content_mismatch');
  if (storing.status === 'rejected' && !isAbort(storing.reason)) throw storing.reason;
  // The client went away: nobody is there to read an answer.
  if (reading.status === 'rejected' || storing.status === 'rejected') fail('malformed_request');
  if (!(await inspection.matches())) fail('file_content_mismatch');
}

async function completeFile({ database }: InstructionParts, row: FileRow): Promise<void> {
  try {
    if (!(await markStored(database, row.id))) fail('not_found');
  } catch (error) {
    if (isUniqueViolation(error)) fail('file_already_attached');
    throw error;
  }
}

async function giveUp(parts: InstructionParts, row: FileRow): Promise<void> {
  const { database, jobs, log } = parts;
  try {
    await database.transaction(async () => {
      await lockUser(database, row.user_id);
      await deleteUploading(database, row.id);
      await jobs.enqueue(removeObjectsJob, {});
    });
  } catch (error) {
    // The sweep of unfinished uploads finds the row later.
    log.warn({ err: error, file_id: row.id }, 'an unfinished upload could not be cleared yet');
  }
}

function isAbort(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException | undefined)?.code ?? '';
  return ['ERR_STREAM_PREMATURE_CLOSE', 'ECONNRESET', 'ABORT_ERR'].includes(code);
}
