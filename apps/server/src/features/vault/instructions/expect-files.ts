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
  deleteArriving,
  deleteExpected,
  type ExpectedFileRow,
  type FileRow,
  findExpected,
  insertExpected,
} from './file-repository.ts';
import { getInstruction } from './read-instructions.ts';
import { lockUploadTarget } from './upload-repository.ts';

interface Wanted {
  expected_files: readonly ExpectedFileInput[];
  /** Another one was chosen for this one. */
  instead_of?: string | undefined;
}

/** Keeps which files are about to be sent, until they arrive or are given up. */
export async function expectFiles(
  ctx: Context,
  owner: Owner,
  instructionId: string,
  { expected_files, instead_of }: Wanted,
): Promise<ExpectedFileView[]> {
  const { database, vault } = ctx;
  const place = { user_id: owner.user_id, instruction_id: instructionId };
  await database.transaction(async () => {
    await lockOpenInstruction(ctx, place);
    const replaced = instead_of && (await findExpected(database, owner.user_id, instead_of));
    // What was given up elsewhere meanwhile need not be given up again.
    if (replaced && replaced.instruction_id === instructionId) {
      await deleteExpected(database, replaced);
    }
    await addExpectedFiles(ctx, await vault.keyOf(owner.user_id), place, expected_files);
  });
  return (await getInstruction(ctx, owner.user_id, instructionId)).expected_files;
}

type Place = Pick<ExpectedFileRow, 'user_id' | 'instruction_id'>;

/** Part of a transaction in which owner and instruction are locked. */
export async function addExpectedFiles(
  { database, clock }: Context,
  key: OwnerKey,
  place: Place,
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
      ...place,
      id,
      file_name: key.seal(id, 'file_name', file_name),
      name_digest: nameDigest(key, place.instruction_id, file_name),
      size_bytes,
      created_at: now,
    };
  });
  const added = await insertExpected(database, rows);
  if (added > 0 && (await countFiles(database, place.user_id)) > limits.files) {
    fail('file_limit_reached', { facts: { limit: limits.files } });
  }
  return rows;
}

/** Tells duplicates of a name within one instruction. */
export function nameDigest(key: OwnerKey, instructionId: string, fileName: string): string {
  return key.digest(`file_name/${instructionId}`, fileName);
}

/** Nobody waits for this file any more. Bytes of it that are arriving elsewhere find no place. */
export async function giveUpFile(
  ctx: Pick<Context, 'database'>,
  owner: Owner,
  id: string,
): Promise<void> {
  const { database } = ctx;
  await database.transaction(async () => {
    if (!(await lockUser(database, owner.user_id))) fail('session_missing');
    const expected = await findExpected(database, owner.user_id, id);
    if (!expected) return fail('not_found');
    await lockOpenInstruction(ctx, expected);
    await deleteArriving(database, expected);
    await deleteExpected(database, expected);
  });
}

/**
 * Owner and instruction, locked in this order, as everywhere; what is closed gets no more files.
 * Gives the owner's key, where there is one already.
 */
export async function lockOpenInstruction(
  { database }: Pick<Context, 'database'>,
  place: Pick<FileRow, 'user_id' | 'instruction_id'>,
): Promise<WrappedOwnerKey | null> {
  const locked = await lockUploadTarget(database, place);
  if (!locked) return fail('session_missing');
  if (!locked.status) fail('not_found');
  if (locked.status === 'closed') fail('instruction_closed');
  return locked.key;
}
