import type { SweptKind } from '@zavet/contract/service/retention-table';
import type { RemovalCounts } from '../src/platform/database/batches.ts';
import type { TestProduct } from './test-product.ts';

/** Removes one batch of what is due of a kind, as its feature declares. */
export function endDue(
  { ctx }: Pick<TestProduct, 'ctx'>,
  kind: SweptKind,
  { now = ctx.clock.now(), limit = 1_000 }: { now?: Date; limit?: number } = {},
): Promise<RemovalCounts> {
  const remove = ctx.wiring.retention.find((rules) => kind in rules)?.[kind];
  if (!remove) throw new Error(`No feature ends ${kind}.`);
  return remove(ctx, now, limit);
}
