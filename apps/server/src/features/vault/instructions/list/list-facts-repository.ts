import {
  type InstructionOrder,
  instructionOrders,
} from '@zavet/contract/instructions/instruction-values';
import { type SQL, sql } from 'drizzle-orm';
import { builtOnce } from '../../../../platform/database/prepared.ts';
import { trustedContacts as contact } from '../../../people/contacts/index.ts';
import { instructionContacts, instructions } from '../instruction-tables.ts';
import type { ListValues } from './list-values.ts';

type ListPlaceholders = Record<keyof ListValues, SQL>;

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
export const isInState = (state: SQL) =>
  sql`(stage = ${state} or (${state} = 'review' and is_due))`;

/** Which of the `facts` are asked for. */
export const matches = ({ category, contact, priority, state, status }: ListPlaceholders) => sql`
  (${category}::text is null or facts.category = ${category})
  and (${contact}::uuid is null or facts.is_asked_for)
  and (${priority}::text is null or facts.priority = ${priority})
  and (${status}::text is null or facts.status = ${status})
  and (${state}::text is null or ${isInState(state)})`;

interface Order {
  rank: SQL;
  at: SQL;
  isRising?: boolean;
}

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
  return builtOnce(sql`${rank} as rank, (extract(epoch from ${at}) * 1000000)::bigint::text as at`);
};

export const sortedBy = (sort: InstructionOrder) => {
  const { rank, at, isRising } = orders[sort];
  const direction = isRising ? sql`asc` : sql`desc`;
  return builtOnce(sql`${rank}, ${at} ${direction}, id ${direction}`);
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

/** A statement is prepared for each order: what it sorts by cannot be a value of it. */
export function inEveryOrder<Statement>(
  build: (sort: InstructionOrder) => Statement,
): Record<InstructionOrder, Statement> {
  const built = instructionOrders.map((sort) => [sort, build(sort)]);
  return Object.fromEntries(built);
}
