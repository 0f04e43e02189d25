import type { InstructionCounts } from '@zavet/contract/vault/instruction-endpoints';
import {
  type InstructionOrder,
  instructionCategories,
  instructionOrders,
  instructionPriorities,
  instructionStates,
  instructionStatuses,
} from '@zavet/contract/vault/instruction-values';
import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { prebuildSql, prepareStatement } from '../../../platform/database/prepared.ts';
import type { WrappedOwnerKey } from '../../../platform/encryption/owner-key.ts';
import { ownerKeys, wrappedKeySql } from '../../identity/owner-keys/index.ts';
import { trustedContacts as contact } from '../../people/contacts/index.ts';
import { type Grace, graceOf, summaryColumns } from './instruction-repository.ts';
import { instructionContacts, instructions, instructionUsage } from './instruction-tables.ts';
import type { ListValues, Position } from './list-query.ts';
import type { SummaryRow } from './sealed-instruction.ts';

type ListPlaceholders = Record<keyof ListValues, SQL>;
type ListFilters = Pick<ListValues, 'category' | 'contact' | 'priority' | 'state' | 'status'>;

/**
 * The columns by which an owner's instructions are counted, filtered and sorted; none is sealed. A
 * contact who declined is not asked again, so an instruction for declined contacts has no
 * recipient.
 */
export const instructionFacts = ({
  userId,
  contact: contactId,
  reviewBefore,
}: ListPlaceholders) => sql`
  select own.*, own.stage in ('ready', 'waiting', 'no_recipient')
    and own.reviewed_at < ${reviewBefore}::timestamptz as is_due
  from (
    select instructions.id, instructions.category, instructions.priority, instructions.status,
      instructions.reviewed_at, instructions.created_at, instructions.updated_at,
      assigned.has_contact, case
        when instructions.status = 'sent' then 'sent'
        when instructions.queued_at is not null then 'queued'
        when ${instructions.has_recipient} or assigned.has_agreed then 'ready'
        when assigned.may_agree then 'waiting'
        else 'no_recipient' end as stage
    from ${instructions}
    left join (
      select ${instructionContacts.instruction_id} as for_id,
        bool_or(${contact.is_confirmed}) as has_agreed,
        bool_or(${contact.status} = 'pending') as may_agree,
        bool_or(${contact.id} = ${contactId}::uuid) as has_contact
      from ${instructionContacts}
      inner join ${contact} on ${contact.id} = ${instructionContacts.contact_id}
      where ${instructionContacts.user_id} = ${userId}
      group by for_id
    ) assigned on assigned.for_id = instructions.id
    where instructions.user_id = ${userId}
  ) own`;

/** True if an instruction has the state. `review` may apply in addition to another state. */
const isInState = (state: SQL) => sql`(stage = ${state} or (${state} = 'review' and is_due))`;

/** The filters of a list, applied to `facts`. */
export const matchesFilters = ({
  category,
  contact,
  priority,
  state,
  status,
}: ListPlaceholders) => sql`
  (${category}::text is null or facts.category = ${category})
  and (${contact}::uuid is null or facts.has_contact)
  and (${priority}::text is null or facts.priority = ${priority})
  and (${status}::text is null or facts.status = ${status})
  and (${state}::text is null or ${isInState(state)})`;

interface Order {
  rank: SQL;
  at: SQL;
  isAscending?: boolean;
}

const orders: Record<InstructionOrder, Order> = {
  newest: { rank: sql`0::int`, at: sql`created_at` },
  oldest: { rank: sql`0::int`, at: sql`created_at`, isAscending: true },
  changed: { rank: sql`0::int`, at: sql`updated_at` },
  priority: {
    rank: sql`case priority when 'high' then 0 when 'medium' then 1 else 2 end`,
    at: sql`created_at`,
  },
};

/** The columns of a `Position`. */
export const positionIn = (sort: InstructionOrder) => {
  const { rank, at } = orders[sort];
  return prebuildSql(
    sql`${rank} as rank, (extract(epoch from ${at}) * 1000000)::bigint::text as at`,
  );
};

export const sortedBy = (sort: InstructionOrder) => {
  const { rank, at, isAscending } = orders[sort];
  const direction = isAscending ? sql`asc` : sql`desc`;
  return prebuildSql(sql`${rank}, ${at} ${direction}, id ${direction}`);
};

export const isAfterCursor = (
  sort: InstructionOrder,
  { afterRank, afterAt, afterId }: Pick<ListPlaceholders, 'afterRank' | 'afterAt' | 'afterId'>,
) => {
  const { rank, at, isAscending } = orders[sort];
  const then = sql`timestamptz 'epoch' + ${afterAt}::bigint * interval '1 microsecond'`;
  return sql`(${afterRank}::int is null or ${rank} > ${afterRank}::int
    or (${rank} = ${afterRank}::int
      and (${at}, id) ${isAscending ? sql`>` : sql`<`} (${then}, ${afterId}::uuid)))`;
};

/** Builds a statement per order, because a sort expression cannot be a parameter. */
export function forEachOrder<Statement>(
  build: (sort: InstructionOrder) => Statement,
): Record<InstructionOrder, Statement> {
  const built = instructionOrders.map((sort) => [sort, build(sort)]);
  return Object.fromEntries(built);
}

/** The key columns are null for an owner without a key. */
interface ListedPage extends Grace, WrappedOwnerKey {
  rows: (SummaryRow & Position)[];
  total: number;
  counts?: InstructionCounts;
}

const countEach = (kinds: readonly string[], isOfKind: (kind: SQL) => SQL) => {
  const counts = kinds.map((kind) => {
    const name = sql.raw(`'${kind}'`);
    return sql`${name}, count(*) filter (where ${isOfKind(name)})`;
  });
  return sql`json_build_object(${sql.join(counts, sql`, `)})`;
};

/** All counts in one pass. */
const listCounts = prebuildSql(sql`json_build_object(
  'total', count(*),
  'priority', ${countEach(instructionPriorities, (kind) => sql`priority = ${kind}`)},
  'category', ${countEach(instructionCategories, (kind) => sql`category = ${kind}`)},
  'state', ${countEach(instructionStates, isInState)},
  'status', ${countEach(instructionStatuses, (kind) => sql`status = ${kind}`)})`);

type PageValues = ListValues & { limit: number };

const keyAndGrace = (userId: SQL) => sql`${graceOf(userId)} as grace_until, ${wrappedKeySql}
  from (select 1) always
  left join ${ownerKeys} on ${ownerKeys.user_id} = ${userId}`;

/** Page, total, counts and key in one statement: one snapshot and one round trip. */
const countedPages = forEachOrder((sort) =>
  prepareStatement<PageValues>(
    (query) => sql`
      with facts as (${instructionFacts(query)}),
      matching as (select * from facts where ${matchesFilters(query)}),
      page as (
        select id, ${positionIn(sort)}, row_number() over (order by ${sortedBy(sort)}) as number
        from matching where ${isAfterCursor(sort, query)}
        order by number limit ${query.limit}::int offset ${query.skip}::int)
      select
        (select coalesce(json_agg(listed order by number), '[]') from (
          select number, rank, at, ${summaryColumns}
          from page inner join ${instructions} on instructions.id = page.id
        ) listed) as rows,
        (select count(*)::int from matching) as total,
        (select ${listCounts} from facts) as counts, ${keyAndGrace(query.userId)}`,
  ),
);

/** A page without filters and counts: the statement reads only the rows of the page. */
const plainPages = forEachOrder((sort) =>
  prepareStatement<Omit<PageValues, keyof ListFilters | 'reviewBefore'>>(
    (query) => sql`
      select
        (select coalesce(json_agg(listed), '[]') from (
          select ${positionIn(sort)}, ${summaryColumns} from ${instructions}
          where instructions.user_id = ${query.userId} and ${isAfterCursor(sort, query)}
          order by ${sortedBy(sort)} limit ${query.limit}::int offset ${query.skip}::int
        ) listed) as rows,
        coalesce((select ${instructionUsage.instructions} from ${instructionUsage}
          where ${instructionUsage.user_id} = ${query.userId}), 0) as total,
        ${keyAndGrace(query.userId)}`,
  ),
);

export async function readPage(
  database: Database,
  sort: InstructionOrder,
  values: PageValues,
  { withCounts }: { withCounts: boolean },
): Promise<ListedPage> {
  const statement = withCounts || isFiltered(values) ? countedPages : plainPages;
  const [page] = await database.rows<ListedPage>(statement[sort](values));
  if (!page) throw new Error('A page of instructions returned no row.');
  const { counts, ...found } = page;
  return { ...found, ...(withCounts && { counts }) };
}

function isFiltered({ category, contact, priority, state, status }: ListFilters): boolean {
  return [category, contact, priority, state, status].some((value) => value !== null);
}

const summariesStatement = prepareStatement<{ userId: string; ids: readonly string[] }>(
  ({ userId, ids }) => sql`
    select ${summaryColumns}, ${graceOf(userId)} as grace_until, ${wrappedKeySql}
    from ${instructions}
    inner join ${ownerKeys} on ${ownerKeys.user_id} = instructions.user_id
    where instructions.user_id = ${userId} and instructions.id = any(${ids}::uuid[])`,
);

/** Returns rows in no particular order. */
export function readSummaries(
  database: Database,
  userId: string,
  ids: readonly string[],
): Promise<(SummaryRow & Grace & WrappedOwnerKey)[]> {
  return database.rows(summariesStatement({ userId, ids }));
}
