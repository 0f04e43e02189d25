import { Readable } from 'node:stream';
import {
  type FileEnding,
  fileEndingOf,
  fileProblem,
  fileTypes,
} from '@zavet/contract/instructions/file-rules';
import type { FileView } from '@zavet/contract/instructions/instruction-schemas';
import { limits } from '@zavet/contract/limits';
import { toMb } from '@zavet/contract/storage/storage-rules';
import { isUniqueViolation } from '../../platform/database/sql-state.ts';
import type { OwnerKey } from '../../platform/encryption/owner-key.ts';
import { sealedSize } from '../../platform/encryption/sealed-stream.ts';
import { fail } from '../../platform/failure.ts';
import { createSlotsByKey } from '../../platform/file-storage/slots.ts';
import type { Owner, Upload } from '../../platform/http/route.ts';
import { newId } from '../../platform/new-id.ts';
import { lockUser } from '../account/account-face.ts';
import { fits, lockStorage, remainingBytes } from '../storage/storage-face.ts';
import { type Inspection, inspectContent } from './content/inspect-content.ts';
import {
  countFiles,
  deleteUploading,
  type FileRow,
  insertFile,
  isAttached,
  markStored,
  orderRemoval,
} from './file-repository.ts';
import type { InstructionParts } from './instruction-parts.ts';
import { lockInstruction } from './instruction-repository.ts';
import { isClosed } from './instruction-rules.ts';
import { openFileView } from './open-instruction.ts';
import { removeObjectsJob } from './remove-objects.ts';

const inUploadSlotOf = createSlotsByKey(limits.uploadsAtOnce);

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
  const wanted = { user_id: owner.user_id, instruction_id: instructionId, size_bytes: upload.size };
  // Others of the same owner wait, so that one owner cannot take all places of the store.
  return inUploadSlotOf(owner.user_id, async () => {
    const { key, row } = await reservePlace(parts, wanted, fileName, ending);
    try {
      await storeBytes(parts, key, row, ending, upload);
      await completeFile(parts, row);
    } catch (error) {
      await giveUp(parts, row);
      throw error;
    }
    return openFileView(key, instructionId, { ...row, created_at: row.created_at.toISOString() });
  });
}

type WantedFile = Pick<FileRow, 'user_id' | 'instruction_id' | 'size_bytes'>;

/** Owner, instruction, key, usage: locked in this order, as everywhere. */
function reservePlace(
  parts: InstructionParts,
  wanted: WantedFile,
  fileName: string,
  ending: FileEnding,
): Promise<{ key: OwnerKey; row: FileRow }> {
  const { database, vault } = parts;
  return database.transaction(async () => {
    await lockOpenInstruction(parts, wanted);
    const key = await vault.keyOf(wanted.user_id);
    const row = newFileRow(parts, key, wanted, fileName, ending);
    if (await isAttached(database, row)) fail('file_already_attached');
    if ((await countFiles(database, row.user_id)) >= limits.files) {
      fail('file_limit_reached', { facts: { limit: limits.files } });
    }
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
    return { key, row };
  });
}

async function lockOpenInstruction(
  { database }: InstructionParts,
  { user_id, instruction_id }: WantedFile,
): Promise<void> {
  if (!(await lockUser(database, user_id))) fail('session_missing');
  const instruction = await lockInstruction(database, user_id, instruction_id);
  if (!instruction) fail('not_found');
  if (isClosed(instruction)) fail('instruction_closed');
}

function newFileRow(
  { clock }: InstructionParts,
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
    name_digest: key.digest(`file_name/${wanted.instruction_id}`, fileName),
    mime_type: fileTypes[ending],
    state: 'uploading',
    created_at: clock.now(),
  };
}

async function storeBytes(
  { store }: InstructionParts,
  key: OwnerKey,
  row: FileRow,
  ending: FileEnding,
  upload: Upload,
): Promise<void> {
  const inspection = inspectContent(ending);
  const sealed = key.sealFile(row.id, inspected(upload.bytes, inspection));
  // Nothing is sealed ahead: a hundred files at once would fill the memory.
  const stream = Readable.from(sealed, { objectMode: false, highWaterMark: 1 });
  try {
    await store.put(row.object_key, stream, sealedSize(row.size_bytes));
  } catch (error) {
    // A file that is swallowed reaches the store too short; the reason is the one to tell.
    if (inspection.isHopeless()) fail('file_content_mismatch');
    // The client went away: nobody is there to read an answer.
    if (error instanceof UploadBroken) fail('malformed_request');
    throw error;
  }
  if (!(await inspection.matches())) fail('file_content_mismatch');
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

class UploadBroken extends Error {}

/** What has been sent meanwhile gets no more files. */
async function completeFile(parts: InstructionParts, row: FileRow): Promise<void> {
  const { database } = parts;
  try {
    await database.transaction(async () => {
      await lockOpenInstruction(parts, row);
      if (!(await markStored(database, row.id))) fail('not_found');
    });
  } catch (error) {
    if (isUniqueViolation(error)) fail('file_already_attached');
    throw error;
  }
}

/** The row may be gone already, and its bytes have arrived all the same. */
async function giveUp({ database, jobs, log }: InstructionParts, row: FileRow): Promise<void> {
  try {
    await database.transaction(async () => {
      await lockUser(database, row.user_id);
      await deleteUploading(database, row.id);
      await orderRemoval(database, row.object_key);
    });
    await jobs.enqueue(removeObjectsJob, {});
  } catch (error) {
    // The sweeps find what is left, row and object.
    log.warn({ err: error, file_id: row.id }, 'an unfinished upload could not be cleared yet');
  }
}
