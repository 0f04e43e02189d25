import type { Context } from '../../../context.ts';
import type { WrappedOwnerKey } from '../../../platform/encryption/owner-key.ts';
import { fail } from '../../../platform/failure.ts';
import type { FileRow } from './file-repository.ts';
import { lockPlace } from './upload-repository.ts';

/**
 * Owner and instruction, locked in this order, as everywhere; what is closed gets no more files.
 * Gives the owner's key, where there is one already.
 */
export async function lockOpenInstruction(
  { database }: Pick<Context, 'database'>,
  place: Pick<FileRow, 'user_id' | 'instruction_id'>,
): Promise<WrappedOwnerKey | null> {
  const locked = await lockPlace(database, place);
  if (!locked) return fail('session_missing');
  if (!locked.status) fail('not_found');
  if (locked.status === 'closed') fail('instruction_closed');
  return locked.key;
}
