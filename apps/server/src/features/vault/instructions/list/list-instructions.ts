import type {
  InstructionList,
  InstructionListQuery,
} from '@zavet/contract/instructions/instruction-list-schemas';
import type { Context } from '../../../../context.ts';
import { cursorOf } from './list-cursor.ts';
import { readPage } from './list-repository.ts';
import { listValuesOf } from './list-values.ts';
import { openPage } from './open-page.ts';

/** A page of an owner's instructions, and the figures of all of them. */
export async function listInstructions(
  ctx: Context,
  userId: string,
  { limit, ...asked }: InstructionListQuery,
): Promise<InstructionList> {
  const values = listValuesOf(userId, asked, ctx.clock.now());
  // One more than the page takes tells whether another page follows.
  const found = await readPage(ctx.database, asked.sort, { ...values, limit: limit + 1 });
  const rows = found.rows.slice(0, limit);
  const last = found.rows.length > limit ? rows.at(-1) : undefined;
  return {
    instructions: await openPage(ctx, userId, found, rows),
    next_cursor: last ? cursorOf(asked.sort, last) : null,
    total: found.total,
    counts: found.counts,
  };
}
