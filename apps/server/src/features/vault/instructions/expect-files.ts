import { fileProblem } from '@zavet/contract/instructions/file-rules';
import type {
  ExpectedFileInput,
  ExpectedFileView,
} from '@zavet/contract/instructions/instruction-schemas';
import { limits } from '@zavet/contract/limits';
import type { Context } from '../../../context.ts';
import type { OwnerKey } from '../../../platform/encryption/owner-key.ts';
import { fail } from '../../../platform/failure.ts';
import type { Owner } from '../../../platform/http/route.ts';
import { newId } from '../../../platform/new-id.ts';
import {
  countFiles,
  deleteExpected,
  type ExpectedFileRow,
  findExpected,
  insertExpected,
} from './expected-file-repository.ts';
import { lockOpenInstruction } from './lock-open-instruction.ts';
import { getInstruction } from './read-instructions.ts';

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
    await keepExpected(ctx, await vault.keyOf(owner.user_id), place, expected_files);
  });
  return (await getInstruction(ctx, owner.user_id, instructionId)).expected_files;
}

type Place = Pick<ExpectedFileRow, 'user_id' | 'instruction_id'>;

/** Part of a transaction in which owner and instruction are locked. */
export async function keepExpected(
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
