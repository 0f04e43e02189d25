import type { InstructionListQuery } from '@zavet/contract/vault/instruction-endpoints';
import {
  instructionCategories,
  instructionOrders,
  instructionPriorities,
  instructionStates,
  instructionStatuses,
} from '@zavet/contract/vault/instruction-values';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { failureOf } from '../../../../test/failure-of.ts';
import {
  expectedCounts,
  expectedIds,
  type FilledList,
  fillList,
} from '../../../../test/filled-list.ts';
import { signedInPerson } from '../../../../test/people.ts';
import { startTestProduct, type TestProduct } from '../../../../test/test-product.ts';
import { addContact, writeInstruction } from '../../../../test/vault-fixtures.ts';
import type { Database } from '../../../platform/database/database.ts';

type Query = Partial<InstructionListQuery>;

let product: TestProduct;
let filled: FilledList;
beforeAll(async () => {
  product = await startTestProduct();
  filled = await fillList(product);
});
afterAll(() => product.stop());

const list = (query: Query) => filled.owner.browser.listInstructions({ query });

async function readAll(query: Query, read = list) {
  const ids: string[] = [];
  const totals = new Set<number>();
  let cursor: string | null = null;
  do {
    const page = await read({ ...query, ...(cursor !== null && { cursor }) });
    ids.push(...page.instructions.map(({ id }) => id));
    totals.add(page.total);
    cursor = page.next_cursor;
  } while (cursor !== null);
  return { ids, totals: [...totals] };
}

const anyFilters = () => {
  const optional = <T>(values: readonly T[]) => fc.option(fc.constantFrom(...values), { freq: 1 });
  return fc.record({
    category: optional(instructionCategories),
    contact: optional(filled.contacts.map(({ id }) => id)),
    priority: optional(instructionPriorities),
    state: optional(instructionStates),
    status: optional(instructionStatuses),
    sort: fc.constantFrom(...instructionOrders),
  });
};
const definedFields = (query: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(query).filter(([, value]) => value !== null)) as Query;

describe('a list of instructions', () => {
  const single: [string, readonly string[]][] = [
    ['category', instructionCategories],
    ['priority', instructionPriorities],
    ['state', instructionStates],
    ['status', instructionStatuses],
  ];

  it.each(single.flatMap(([field, values]) => values.map((value) => [field, value])))(
    'filters by %s %s',
    async (field, value) => {
      const query = { [field as string]: value } as Query;
      const found = await readAll({ ...query, limit: 50 });
      expect(found.ids).toEqual(expectedIds(filled, query));
      expect(found.totals).toEqual([found.ids.length]);
    },
  );

  it('filters by contact', async () => {
    for (const contact of filled.contacts) {
      const { ids } = await readAll({ contact: contact.id });
      expect(ids.length).toBeGreaterThan(0);
      expect(ids).toEqual(expectedIds(filled, { contact: contact.id }));
    }
  });

  it.each(instructionOrders)('is sorted by %s with a stable order of equals', async (sort) => {
    expect((await readAll({ sort, limit: 3 })).ids).toEqual(expectedIds(filled, { sort }));
  });

  it('combines all filters, orders and page sizes', async () => {
    const queries = fc.sample(fc.tuple(anyFilters(), fc.integer({ min: 4, max: 50 })), 15);
    for (const [filters, limit] of queries) {
      const query = definedFields(filters);
      const found = await readAll({ ...query, limit });
      const expected = expectedIds(filled, query);
      expect([query, found]).toEqual([query, { ids: expected, totals: [expected.length] }]);
    }
  });

  it('has pages of twenty by default, and a cursor while more follow', async () => {
    const first = await list({});
    expect(first.instructions).toHaveLength(20);
    expect(first.next_cursor).not.toBeNull();
    const all = await list({ limit: filled.instructions.length });
    expect(all.instructions).toHaveLength(filled.instructions.length);
    expect(all.next_cursor).toBeNull();
  });

  it.each(instructionOrders)('sorted by %s can be opened at any page', async (sort) => {
    const limit = 7;
    const expected = expectedIds(filled, { sort });
    const last = Math.ceil(expected.length / limit);
    for (const page of [1, 2, last, last + 1]) {
      const found = await list({ sort, limit, page });
      const ids = found.instructions.map(({ id }) => id);
      expect(ids).toEqual(expected.slice((page - 1) * limit, page * limit));
      expect(found.next_cursor === null).toBe(page >= last);
      expect(found.total).toBe(expected.length);
    }
  });

  it('counts all instructions regardless of filters, only on request', async () => {
    const counts = expectedCounts(filled);
    const few = { category: 'church', state: 'review', limit: 1 } as const;
    for (const query of [{}, few]) {
      expect((await list({ ...query, counts: 'true' })).counts).toEqual(counts);
      expect((await list(query)).counts).toBeUndefined();
    }
  });

  it('has the same page with and without counts', async () => {
    for (const sort of instructionOrders) {
      const { counts: _, ...counted } = await list({ sort, counts: 'true' });
      expect(await list({ sort })).toEqual(counted);
    }
  });

  it('is empty with zero counts for a new owner', async () => {
    const { browser } = await signedInPerson(product);
    const empty = await browser.listInstructions({ query: { counts: 'true' } });
    expect(empty).toMatchObject({ instructions: [], next_cursor: null, total: 0 });
    const { total, ...kinds } = empty.counts ?? { total: -1 };
    const figures = Object.values(kinds).flatMap((kind) => Object.values(kind));
    expect(new Set([total, ...figures])).toEqual(new Set([0]));
  });

  it('shows nothing of another owner, for any id or cursor', async () => {
    const { browser } = await signedInPerson(product);
    const { next_cursor } = await list({ limit: 1 });
    const contact = filled.contacts[0]?.id as string;
    for (const query of [{ contact }, { cursor: next_cursor as string }])
      expect(await browser.listInstructions({ query })).toMatchObject({
        instructions: [],
        total: 0,
      });
  });

  it('is one statement for any query', async () => {
    const read = () => list({ state: 'ready', sort: 'priority' });
    expect(await countStatements(product.database, read)).toBe(1);
  });

  it.each([
    [{ cursor: 'x' }, 'cursor'],
    [{ limit: 51 }, 'limit'],
    [{ state: 'lost' }, 'state'],
    [{ contact: 'mother' }, 'contact'],
  ])('refuses %j with the field', async (query, field) => {
    expect(await failureOf(list(query as Query))).toMatchObject({
      status: 422,
      code: 'invalid_input',
      fields: { [field]: 'invalid' },
    });
  });

  it('refuses a cursor of another order', async () => {
    const { next_cursor } = await list({ limit: 1 });
    const other = list({ sort: 'changed', cursor: next_cursor as string });
    expect(await failureOf(other)).toMatchObject({ fields: { cursor: 'invalid' } });
  });
});

describe('a list that changes between pages', () => {
  it.each(instructionOrders)(
    'shows every remaining instruction exactly once, by %s',
    async (sort) => {
      const owner = await signedInPerson(product);
      const { id: contactId } = await addContact(owner);
      let written = 0;
      const write = () => {
        const priority = instructionPriorities[written++ % 3] as 'high';
        return writeInstruction(owner, { trusted_contact_ids: [contactId], priority });
      };
      const staying = new Set<string>();
      for (let count = 0; count < 16; count++) {
        staying.add((await write()).id);
        // Some instructions are created at the same time.
        if (count % 3 === 0) product.clock.advance(1000);
      }
      const seen: string[] = [];
      let cursor: string | null = null;
      do {
        const query: Query = { sort, limit: 3, ...(cursor !== null && { cursor }) };
        const page = await owner.browser.listInstructions({ query });
        seen.push(...page.instructions.map(({ id }) => id));
        cursor = page.next_cursor;
        // The row of the cursor, a row of an earlier page, and one of a later page.
        const unseen = [...staying].filter((id) => !seen.includes(id));
        for (const id of new Set([seen.at(-1), seen.at(-3), unseen[1]])) {
          if (id === undefined || !staying.delete(id)) continue;
          await product.database.rows(sql`delete from instructions where id = ${id}`);
        }
        product.clock.advance(1000);
        // With `oldest`, new rows are appended and the pages would never end.
        if (sort !== 'oldest') await write();
      } while (cursor !== null);
      expect(seen).toHaveLength(new Set(seen).size);
      expect(seen.filter((id) => staying.has(id)).toSorted()).toEqual([...staying].toSorted());
    },
  );
});

/** Number of statements sent by a call, without the periodic exchange of rate limits. */
async function countStatements(database: Database, act: () => Promise<unknown>): Promise<number> {
  const rows = vi.spyOn(database, 'rows');
  try {
    await act();
    return rows.mock.calls.filter(([sent]) => !('text' in sent && isRateLimitExchange(sent.text)))
      .length;
  } finally {
    rows.mockRestore();
  }
}

function isRateLimitExchange(text: string): boolean {
  return /^\s*insert into "rate_limits"/.test(text);
}
