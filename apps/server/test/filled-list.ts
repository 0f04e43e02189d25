import type { ContactStatus } from '@zavet/contract/people/contact-rules';
import type {
  InstructionCounts,
  InstructionListQuery,
} from '@zavet/contract/vault/instruction-endpoints';
import {
  type InstructionCategory,
  type InstructionOrder,
  type InstructionPriority,
  type InstructionState,
  type InstructionStatus,
  instructionCategories,
  instructionPriorities,
  instructionStates,
  instructionStatuses,
} from '@zavet/contract/vault/instruction-values';
import { sql } from 'drizzle-orm';
import { setStatus } from './contacts.ts';
import { type Person, signedInPerson } from './people.ts';
import type { TestProduct } from './test-product.ts';
import { addContact, writeInstruction } from './vault-fixtures.ts';

interface FilledContact {
  id: string;
  status: ContactStatus;
}

interface FilledInstruction {
  id: string;
  category: InstructionCategory;
  priority: InstructionPriority;
  status: InstructionStatus;
  isQueued: boolean;
  isOld: boolean;
  hasRecipient: boolean;
  contacts: FilledContact[];
  /** Offset in microseconds; some offsets are equal, some differ by one microsecond. */
  createdAt: number;
  updatedAt: number;
}

/** An owner with instructions of every kind. */
export interface FilledList {
  owner: Person;
  contacts: FilledContact[];
  instructions: FilledInstruction[];
}

/** Creates a deterministic mixture of every state and every kind of recipient. */
export async function fillList(product: TestProduct, count = 42): Promise<FilledList> {
  const owner = await signedInPerson(product);
  const contacts: FilledContact[] = [];
  for (const status of ['confirmed', 'pending', 'declined'] as const) {
    const { id } = await addContact(owner);
    await setStatus(product.database, id, status);
    contacts.push({ id, status });
  }
  const instructions: FilledInstruction[] = [];
  const now = product.clock.now().toISOString();
  for (let number = 0; number < count; number++)
    instructions.push(await insertInstruction(product, owner, contacts, { number, now }));
  return { owner, contacts, instructions };
}

async function insertInstruction(
  product: TestProduct,
  owner: Person,
  contacts: FilledContact[],
  { number, now }: { number: number; now: string },
): Promise<FilledInstruction> {
  const chosen = contacts.filter((_, place) => ((number >> place) & 1) === 1);
  const facts = {
    category: instructionCategories[number % 5] as InstructionCategory,
    priority: instructionPriorities[(number * 5) % 3] as InstructionPriority,
    hasRecipient: number % 11 === 3,
    status: (number % 9 === 4 ? 'sent' : 'outbox') as InstructionStatus,
    isQueued: number % 9 === 4 || number % 9 === 5,
    isOld: number % 4 === 1,
    contacts: chosen,
    createdAt: (number * 7) % 13,
    updatedAt: (number * 3) % 10,
  };
  const { id } = await writeInstruction(owner, {
    title: `Ящик ${number}`,
    category: facts.category as 'notary',
    priority: facts.priority as 'high',
    recipient_email: facts.hasRecipient ? 'petr@example.org' : '',
    trusted_contact_ids: (chosen.length > 0 ? chosen : contacts).map((contact) => contact.id),
  });
  if (chosen.length === 0)
    await product.database.rows(sql`delete from instruction_contacts where instruction_id = ${id}`);
  const micros = (count: number) => sql`${now}::timestamptz + interval '1 microsecond' * ${count}`;
  await product.database.rows(sql`
    update instructions set status = ${facts.status},
      queued_at = ${facts.isQueued ? now : null}::timestamptz,
      reviewed_at = ${now}::timestamptz - interval '1 month' * ${facts.isOld ? 7 : 0},
      created_at = ${micros(facts.createdAt)}, updated_at = ${micros(facts.updatedAt)}
    where id = ${id}`);
  return { id, ...facts };
}

type Filters = Partial<Omit<InstructionListQuery, 'limit' | 'cursor'>>;

/** Ids that the list must return for these filters, in order. */
export function expectedIds({ instructions }: FilledList, filters: Filters): string[] {
  const { category, contact, priority, state, status, sort = 'newest' } = filters;
  return instructions
    .filter(
      (one) =>
        (!category || one.category === category) &&
        (!contact || one.contacts.some(({ id }) => id === contact)) &&
        (!priority || one.priority === priority) &&
        (!state || statesOf(one).includes(state)) &&
        (!status || one.status === status),
    )
    .toSorted(comparisons[sort])
    .map(({ id }) => id);
}

export function expectedCounts(filled: FilledList): InstructionCounts {
  const each = <Kind extends string>(field: keyof Filters, kinds: readonly Kind[]) => {
    const counts = kinds.map((kind) => [kind, expectedIds(filled, { [field]: kind }).length]);
    return Object.fromEntries(counts) as Record<Kind, number>;
  };
  return {
    total: filled.instructions.length,
    priority: each('priority', instructionPriorities),
    category: each('category', instructionCategories),
    state: each('state', instructionStates),
    status: each('status', instructionStatuses),
  };
}

function statesOf(one: FilledInstruction): InstructionState[] {
  if (one.status === 'sent') return ['sent'];
  if (one.isQueued) return ['queued'];
  const has = (status: ContactStatus) => one.contacts.some((contact) => contact.status === status);
  const isReady = one.hasRecipient || has('confirmed');
  const state = isReady ? 'ready' : has('pending') ? 'waiting' : 'no_recipient';
  return one.isOld ? [state, 'review'] : [state];
}

type Compare = (one: FilledInstruction, other: FilledInstruction) => number;

const compareIds: Compare = (one, other) => (one.id < other.id ? -1 : 1);
const compareOldest: Compare = (one, other) =>
  one.createdAt - other.createdAt || compareIds(one, other);
const compareNewest: Compare = (one, other) => compareOldest(other, one);
const compareChanged: Compare = (one, other) =>
  other.updatedAt - one.updatedAt || compareIds(other, one);
const rankOf = ({ priority }: FilledInstruction) => instructionPriorities.indexOf(priority);

const comparisons: Record<InstructionOrder, Compare> = {
  oldest: compareOldest,
  newest: compareNewest,
  changed: compareChanged,
  priority: (one, other) => rankOf(one) - rankOf(other) || compareNewest(one, other),
};
