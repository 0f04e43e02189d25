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
import { prebuilt, prepared } from '../../../platform/database/prepared.ts';
import type { WrappedOwnerKey } from '../../../platform/encryption/owner-key.ts';
import { ownerKeys, wrappedKey } from '../../identity/owner-keys/index.ts';
import { trustedContacts as contact } from '../../people/contacts/index.ts';
import { type Grace, graceOf, type SummaryRow, summaryColumns } from './instruction-repository.ts';
import { instructionContacts, instructions } from './instruction-tables.ts';
import type { ListValues, Place } from './list-query.ts';

/**
 * Every instruction of an owner with what lists count, filter and sort by; no sealed text is read.
 * Who declined is not asked again when the protocol starts: what names nobody else reaches nobody.
 */
export const factsOf = ({ userId, contact: contactId, reviewBefore }: ListPlaceholders) => sql`
  select own.*, own.stage in ('ready', 'waiting', 'nobody')
    and own.reviewed_at < ${reviewBefore}::timestamptz as is_due
  from (
    select instructions.id, instructions.category, instructions.priority, instructions.status,
      instructions.reviewed_at, instructions.created_at, instructions.updated_at,
      assigned.is_asked_for, case
        when instructions.status = 'sent' then 'sent'
        when instructions.queued_at is not null then 'queued'
        when ${instructions.has_recipient} or assigned.has_agreed then 'ready'
        when assigned.may_agree then 'waiting'
        else 'nobody' end as stage
    from ${instructions}
    left join (
      select ${instructionContacts.instruction_id} as for_id,
        bool_or(${contact.is_confirmed}) as has_agreed,
        bool_or(${contact.status} = 'pending') as may_agree,
        bool_or(${contact.id} = ${contactId}::uuid) as is_asked_for
      from ${instructionContacts}
      inner join ${contact} on ${contact.id} = ${instructionContacts.contact_id}
      where ${instructionContacts.user_id} = ${userId}
      group by for_id
    ) assigned on assigned.for_id = instructions.id
    where instructions.user_id = ${userId}
  ) own`;

/** Whether one of the facts is in a state; `review` is one besides another. */
const isInState = (state: SQL) => sql`(stage = ${state} or (${state} = 'review' and is_due))`;

/** Which of the `facts` are asked for. */
export const matches = ({ category, contact, priority, state, status }: ListPlaceholders) => sql`
  (${category}::text is null or facts.category = ${category})
  and (${contact}::uuid is null or facts.is_asked_for)
  and (${priority}::text is null or facts.priority = ${priority})
  and (${status}::text is null or facts.status = ${status})
  and (${state}::text is null or ${isInState(state)})`;

const orders: Record<InstructionOrder, Order> = {
  newest: { rank: sql`0::int`, at: sql`created_at` },
  oldest: { rank: sql`0::int`, at: sql`created_at`, isRising: true },
  changed: { rank: sql`0::int`, at: sql`updated_at` },
  priority: {
    rank: sql`case priority when 'high' then 0 when 'medium' then 1 else 2 end`,
    at: sql`created_at`,
  },
};

/** The place of an instruction in an order, as a cursor keeps it. */
export const placeIn = (sort: InstructionOrder) => {
  const { rank, at } = orders[sort];
  return prebuilt(sql`${rank} as rank, (extract(epoch from ${at}) * 1000000)::bigint::text as at`);
};

export const sortedBy = (sort: InstructionOrder) => {
  const { rank, at, isRising } = orders[sort];
  const direction = isRising ? sql`asc` : sql`desc`;
  return prebuilt(sql`${rank}, ${at} ${direction}, id ${direction}`);
};

/** Whether one comes after the place where the last page ended. */
export const follows = (
  sort: InstructionOrder,
  { afterRank, afterAt, afterId }: ListPlaceholders,
) => {
  const { rank, at, isRising } = orders[sort];
  const then = sql`timestamptz 'epoch' + ${afterAt}::bigint * interval '1 microsecond'`;
  return sql`(${afterRank}::int is null or ${rank} > ${afterRank}::int
    or (${rank} = ${afterRank}::int
      and (${at}, id) ${isRising ? sql`>` : sql`<`} (${then}, ${afterId}::uuid)))`;
};

/** A page, and what belongs to all of it. Of an owner who never wrote anything there is no key. */
interface ListedPage extends Grace, WrappedOwnerKey {
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

const counted = prebuilt(sql`json_build_object(
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

type ListPlaceholders = Record<keyof ListValues, SQL>;

interface Order {
  rank: SQL;
  at: SQL;
  isRising?: boolean;
}

/** A statement is prepared for each order: what it sorts by cannot be a value of it. */
export function inEveryOrder<Statement>(
  build: (sort: InstructionOrder) => Statement,
): Record<InstructionOrder, Statement> {
  const built = instructionOrders.map((sort) => [sort, build(sort)]);
  return Object.fromEntries(built);
}
