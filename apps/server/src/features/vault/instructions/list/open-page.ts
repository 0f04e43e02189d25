import type { InstructionSummary } from '@zavet/contract/instructions/instruction-schemas';
import type { Context } from '../../../../context.ts';
import type { WrappedOwnerKey } from '../../../../platform/encryption/owner-key.ts';
import type { SummaryRow } from '../instruction-rows.ts';
import { openListed } from '../open-instruction.ts';
import { leavingFiles, withLeaving } from '../read-instructions.ts';
import type { Grace } from '../read-repository.ts';

/** Opens what a page shows. One that is damaged does not hide the others. */
export async function openPage(
  ctx: Pick<Context, 'database' | 'vault' | 'log'>,
  userId: string,
  of: Grace & WrappedOwnerKey,
  rows: readonly SummaryRow[],
): Promise<InstructionSummary[]> {
  if (rows.length === 0) return [];
  const key = ctx.vault.open(userId, of);
  const leaving = await leavingFiles(ctx, userId, of);
  const opened = rows.map((row) => withLeaving(openListed(key, row), leaving));
  const damaged = opened.filter(({ is_unreadable }) => is_unreadable).map(({ id }) => id);
  if (damaged.length > 0)
    ctx.log.error(
      { code: 'instructions_damaged', instruction_ids: damaged },
      'instructions do not open with the key of their owner',
    );
  return opened;
}
