import { type DoubtRow, doubtEndpoints } from '@zavet/contract/desk/request-endpoints';
import type { Context } from '../../../context.ts';
import { type Owner, type Route, route } from '../../../platform/http/route.ts';
import { findInvolvingOwners } from '../../people/involvement/index.ts';
import { type HeldStartRow, listHeldStarts } from './doubt-repository.ts';
import { decisionDueAt } from './doubt-rules.ts';
import { decideDoubt } from './doubts.ts';

const maxListed = 100;

/** The desk's list of starts held back by doubts. */
export async function listDoubts(ctx: Context, operator?: Owner): Promise<DoubtRow[]> {
  const now = ctx.clock.now();
  const rows = await listHeldStarts(ctx.database, maxListed);
  const owners = rows.map(({ owner_id }) => owner_id);
  const involving = operator && (await findInvolvingOwners(ctx, operator, owners));
  return rows.map((row) => ({
    ...rowOf(row, now),
    is_involved: involving?.has(row.owner_id) ?? false,
  }));
}

function rowOf(
  { doubters, created_at, doubted_at, last_doubted_at, release_at, ...row }: HeldStartRow,
  now: Date,
): Omit<DoubtRow, 'is_involved'> {
  const first = new Date(doubted_at);
  const due =
    decisionDueAt([{ contact_id: null, doubted_at: first }], new Date(created_at)) ?? first;
  return {
    id: row.id,
    status: row.status,
    owner: { name: row.owner.full_name, email: row.owner.email },
    contact: { name: row.contact_name, email: row.contact_email },
    doubters: doubters ?? [],
    doubted_at: first,
    last_doubted_at: new Date(last_doubted_at),
    decided_by: due,
    is_overdue: due <= now,
    release_at: release_at === null ? null : new Date(release_at),
    has_request: row.has_request,
  };
}

/** Starts that await a decision, and how many are overdue. */
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
