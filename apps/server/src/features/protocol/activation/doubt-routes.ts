import { type DoubtRow, doubtEndpoints } from '@zavet/contract/desk/doubt-endpoints';
import type { Context } from '../../../context.ts';
import { type Owner, type Route, route } from '../../../platform/http/route.ts';
import { findInvolvingOwners } from '../../people/involvement/index.ts';
import { type HeldStartRow, listHeldStarts } from './doubt-repository.ts';
import { decisionDueAt } from './doubt-rules.ts';
import { decideDoubt } from './doubts.ts';

const maxListed = 100;

export async function listDoubts(ctx: Context, operator?: Owner): Promise<DoubtRow[]> {
  const now = ctx.clock.now();
  const rows = await listHeldStarts(ctx.database, maxListed);
  const owners = rows.map(({ owner_id }) => owner_id);
  const involving = operator && (await findInvolvingOwners(ctx, operator, owners));
  return rows.map((row) => ({
    ...toDoubtRow(row, now),
    is_involved: involving?.has(row.owner_id) ?? false,
  }));
}

function toDoubtRow(
  { owner_id: _, created_at, ...row }: HeldStartRow,
  now: Date,
): Omit<DoubtRow, 'is_involved'> {
  const doubted_at = new Date(row.doubted_at);
  const first = { contact_id: null, doubted_at };
  const decided_by = decisionDueAt([first], new Date(created_at)) ?? doubted_at;
  return {
    ...row,
    doubted_at,
    last_doubted_at: new Date(row.last_doubted_at),
    decided_by,
    is_overdue: decided_by <= now,
    release_at: row.release_at && new Date(row.release_at),
  };
}

/** Counts the starts that await a decision about a doubt, and the overdue ones among them. */
export async function countDoubts(
  ctx: Context,
): Promise<{ waiting: number; overdue: number; oldest_at: Date | string | null }> {
  const doubts = await listDoubts(ctx);
  return {
    waiting: doubts.length,
    overdue: doubts.filter(({ is_overdue }) => is_overdue).length,
    oldest_at: doubts[0]?.doubted_at ?? null,
  };
}

export function doubtRoutes(ctx: Context): Route[] {
  return [
    route(doubtEndpoints.listDoubts, async ({ owner }) => ({
      doubts: await listDoubts(ctx, owner),
    })),
    route(doubtEndpoints.decideDoubt, async ({ owner, params, body }) => {
      await decideDoubt(ctx, owner, params.id, body);
      return {};
    }),
  ];
}
