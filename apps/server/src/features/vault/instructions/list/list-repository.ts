import type { InstructionCounts } from '@zavet/contract/instructions/instruction-list-schemas';
import {
  type InstructionOrder,
  instructionCategories,
  instructionPriorities,
  instructionStates,
  instructionStatuses,
} from '@zavet/contract/instructions/instruction-values';
import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../../../platform/database/database.ts';
import { builtOnce, prepared } from '../../../../platform/database/prepared.ts';
import type { WrappedOwnerKey } from '../../../../platform/encryption/owner-key.ts';
import { ownerKeys, wrappedKey } from '../../../identity/owner-keys/index.ts';
import type { SummaryRow } from '../instruction-rows.ts';
import { instructions } from '../instruction-tables.ts';
import { type Grace, graceOf, summaryColumns } from '../read-repository.ts';
import type { Place } from './list-cursor.ts';
import {
  factsOf,
  follows,
  inEveryOrder,
  isInState,
  matches,
  placeIn,
  sortedBy,
} from './list-facts-repository.ts';
import type { ListValues } from './list-values.ts';

/** A page, and what belongs to all of it. Of an owner who never wrote anything there is no key. */
export interface ListedPage extends Grace, WrappedOwnerKey {
  rows: (SummaryRow & Place)[];
  total: number;
  counts: InstructionCounts;
}

/** How many of the facts are of each kind: one pass over them counts all kinds. */
const countEach = (kinds: readonly string[], isOfKind: (kind: SQL) => SQL) => {
  const counts = kinds.map((kind) => {
    const name = sql.raw(`'${kind}'`);
    return sql`${name}, count(*) filter (where ${isOfKind(name)})`;
  });
  return sql`json_build_object(${sql.join(counts, sql`, `)})`;
};

const counted = builtOnce(sql`json_build_object(
  'total', count(*),
  'priority', ${countEach(instructionPriorities, (kind) => sql`priority = ${kind}`)},
  'category', ${countEach(instructionCategories, (kind) => sql`category = ${kind}`)},
  'state', ${countEach(instructionStates, isInState)},
  'status', ${countEach(instructionStatuses, (kind) => sql`status = ${kind}`)})`);

type PageValues = ListValues & { limit: number };

/** Page, total and figures are one statement: they tell of the same moment, and of one way. */
const pages = inEveryOrder((sort) =>
  prepared<PageValues>(
    (asked) => sql`
      with facts as (${factsOf(asked)}),
      matching as (select * from facts where ${matches(asked)}),
      page as (
        select id, ${placeIn(sort)}, row_number() over (order by ${sortedBy(sort)}) as number
        from matching where ${follows(sort, asked)}
        order by number limit ${asked.limit}::int)
      select
        (select coalesce(json_agg(listed order by number), '[]') from (
          select number, rank, at, ${summaryColumns}
          from page inner join ${instructions} on instructions.id = page.id
        ) listed) as rows,
        (select count(*)::int from matching) as total,
        (select ${counted} from facts) as counts,
        ${graceOf(asked.userId)} as grace_until, ${wrappedKey}
      from (select 1) always
      left join ${ownerKeys} on ${ownerKeys.user_id} = ${asked.userId}`,
  ),
);

/** A page of an owner's instructions with everything that lists show of them. */
export async function readPage(
  database: Database,
  sort: InstructionOrder,
  values: PageValues,
): Promise<ListedPage> {
  const [page] = await database.rows<ListedPage>(pages[sort](values));
  if (!page) throw new Error('A page of instructions has no answer.');
  return page;
}

const someSummaries = prepared<{ userId: string; ids: readonly string[] }>(
  ({ userId, ids }) => sql`
    select ${summaryColumns}, ${graceOf(userId)} as grace_until, ${wrappedKey}
    from ${instructions}
    inner join ${ownerKeys} on ${ownerKeys.user_id} = instructions.user_id
    where instructions.user_id = ${userId} and instructions.id = any(${ids}::uuid[])`,
);

/** Some of an owner's instructions, in no order. */
export function readSummaries(
  database: Database,
  userId: string,
  ids: readonly string[],
): Promise<(SummaryRow & Grace & WrappedOwnerKey)[]> {
  return database.rows(someSummaries({ userId, ids }));
}
