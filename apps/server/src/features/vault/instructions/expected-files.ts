import { limits } from '@zavet/contract/limits';
import { fileProblem } from '@zavet/contract/vault/file-rules';
import type {
  ExpectedFileInput,
  ExpectedFileView,
} from '@zavet/contract/vault/instruction-schemas';
import type { Context } from '../../../context.ts';
import type { OwnerKey, WrappedOwnerKey } from '../../../platform/encryption/owner-key.ts';
import { fail } from '../../../platform/failure.ts';
import type { Owner } from '../../../platform/http/route.ts';
import { newId } from '../../../platform/ids.ts';
import { lockUser } from '../../identity/account/index.ts';
import {
  countFiles,
  deleteExpected,
  type ExpectedFileRow,
  findExpected,
  insertExpected,
} from './file-repository.ts';
import { getInstruction } from './read-instructions.ts';
import { deleteUploadsOf, lockUploadTarget } from './upload-repository.ts';

interface ExpectFilesInput {
  expected_files: readonly ExpectedFileInput[];
  /** The expected file that one of the announced files replaces. */
  instead_of?: string | undefined;
}

/** Records files that are about to be uploaded, until they arrive or are cancelled. */
export async function announceFiles(
  ctx: Context,
  owner: Owner,
  instructionId: string,
  { expected_files, instead_of }: ExpectFilesInput,
): Promise<ExpectedFileView[]> {
  const { database, vault } = ctx;
  const target = { user_id: owner.user_id, instruction_id: instructionId };
  await database.transaction(async () => {
    await lockOpenInstruction(ctx, target);
    const replaced = instead_of && (await findExpected(database, owner.user_id, instead_of));
    if (replaced && replaced.instruction_id === instructionId) {
      await deleteExpected(database, replaced);
    }
    await addExpectedFiles(ctx, await vault.keyOf(owner.user_id), target, expected_files);
  });
  return (await getInstruction(ctx, owner.user_id, instructionId)).expected_files;
}

type UploadTarget = Pick<ExpectedFileRow, 'user_id' | 'instruction_id'>;

/** Records expected files of an instruction. Owner and instruction must be locked. */
export async function addExpectedFiles(
  { database, clock }: Context,
  key: OwnerKey,
  target: UploadTarget,
  files: readonly ExpectedFileInput[],
): Promise<ExpectedFileRow[]> {
  for (const { file_name, size_bytes } of files) {
    const problem = fileProblem(file_name, size_bytes);
    if (problem) fail(problem);
  }
  const now = clock.now();
  const rows = files.map(({ file_name, size_bytes }) => {
    const id = newId();
    return {
      ...target,
      id,
      file_name: key.seal(id, 'file_name', file_name),
      name_digest: nameDigest(key, target.instruction_id, file_name),
      size_bytes,
      created_at: now,
    };
  });
  const added = await insertExpected(database, rows);
  if (added > 0 && (await countFiles(database, target.user_id)) > limits.files) {
    fail('file_limit_reached', { facts: { limit: limits.files } });
  }
  return rows;
}

/**
 * Keyed digest of a file name, which detects files of the same name in one instruction without
 * storing plaintext names.
 */
export function nameDigest(key: OwnerKey, instructionId: string, fileName: string): string {
  return key.digest(`file_name/${instructionId}`, fileName);
}

/** Removes an expected file, and cancels its upload in another tab. */
export async function cancelExpectedFile(ctx: Context, owner: Owner, id: string): Promise<void> {
  const { database } = ctx;
  await database.transaction(async () => {
    if (!(await lockUser(database, owner.user_id))) fail('session_missing');
    const expected = await findExpected(database, owner.user_id, id);
    if (!expected) return fail('not_found');
    await lockOpenInstruction(ctx, expected);
    await deleteUploadsOf(database, expected);
    await deleteExpected(database, expected);
  });
}

/**
 * Locks owner and instruction, in the lock order of all transactions; fails for a closed
 * instruction. Returns the owner's key if one exists.
 */
export async function lockOpenInstruction(
  { database }: Context,
  target: UploadTarget,
): Promise<WrappedOwnerKey | null> {
  const locked = await lockUploadTarget(database, target);
  if (!locked) return fail('session_missing');
  if (!locked.status) fail('not_found');
  if (locked.status === 'closed') fail('instruction_closed');
  return locked.key;
}
