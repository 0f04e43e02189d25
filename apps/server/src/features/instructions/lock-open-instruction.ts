import { fail } from '../../platform/failure.ts';
import { lockUser } from '../account/public.ts';
import type { FileRow } from './file-repository.ts';
import type { InstructionDeps } from './instruction-deps.ts';
import { lockInstruction } from './instruction-repository.ts';
import { isClosed } from './instruction-rules.ts';

/** Owner and instruction, locked in this order, as everywhere; what is closed gets no more files. */
export async function lockOpenInstruction(
  { database }: Pick<InstructionDeps, 'database'>,
  { user_id, instruction_id }: Pick<FileRow, 'user_id' | 'instruction_id'>,
): Promise<void> {
  if (!(await lockUser(database, user_id))) fail('session_missing');
  const instruction = await lockInstruction(database, user_id, instruction_id);
  if (!instruction) fail('not_found');
  if (isClosed(instruction)) fail('instruction_closed');
}
