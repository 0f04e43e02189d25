import { randomUUID } from 'node:crypto';
import type { InstructionPage } from '@zavet/contract/vault/instruction-endpoints';
import { instructionOrders } from '@zavet/contract/vault/instruction-values';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { failureOf } from '../../../../../test/failure-of.ts';
import { expectedIds, fillList } from '../../../../../test/filled-list.ts';
import { type Person, signedInPerson } from '../../../../../test/people.ts';
import { startTestProduct, type TestProduct } from '../../../../../test/test-product.ts';
import { addContact, writeInstruction } from '../../../../../test/vault-fixtures.ts';
import { type Context, withService } from '../../../../context.ts';
import { openPostgres } from '../../../../platform/database/open-database.ts';
import { createSearchLock, maxQueuedSearches, searchInstructions } from './search-instructions.ts';
import { sealedInstructionsStatement } from './search-repository.ts';
import {
  createSearchThread,
  type SearchBatch,
  type SearchThread,
  searchThread,
} from './search-thread.ts';

let product: TestProduct;
let thread: SearchThread;
let person: Person;
beforeAll(async () => {
  product = await startTestProduct();
  thread = createSearchThread(product.database.driver);
});
afterAll(async () => {
  await thread.close();
  await product.stop();
});

const newPerson = async () => {
  person = await signedInPerson(product);
  return person;
};
const search = () => person.browser.searchInstructions({ body: { query: 'завещание' } });
const query = { query: 'завещание', sort: 'newest', limit: 20 } as const;
const idsOf = ({ instructions }: InstructionPage) => instructions.map(({ id }) => id);
/** Another process on the same database. */
const otherProcess = (): Context => withService({ ...product.ctx }, searchThread, thread);
/** The lock of a search in another process, which may have died. */
const holdLock = (seconds: number) =>
  product.database.rows(sql`
    insert into instruction_searches (user_id, search_id, held_until)
    values (${person.userId}, ${randomUUID()},
      ${product.clock.now().toISOString()}::timestamptz + make_interval(secs => ${seconds}))`);
const releaseLock = () =>
  product.database.rows(sql`
    delete from instruction_searches where user_id = ${person.userId}`);
const never = new AbortController().signal;

describe('a search', () => {
  it('finds words in title, text and recipient of own instructions only', async () => {
    await writeInstruction(await newPerson(), { content: 'шкатулка' });
    await newPerson();
    const inText = await writeInstruction(person, { content: `${'слово '.repeat(500)}Шкатулка` });
    const inTitle = await writeInstruction(person, { title: 'Шкатулка бабушки' });
    await writeInstruction(person);
    const found = await person.browser.searchInstructions({
      body: { query: ' шкатулка ' },
    });
    expect(new Set(idsOf(found))).toEqual(new Set([inText.id, inTitle.id]));
  });

  it('searches all of many instructions', async () => {
    const { id: contactId } = await addContact(await newPerson());
    const written: string[] = [];
    for (let count = 0; count < 25; count++) {
      const { id } = await writeInstruction(person, {
        trusted_contact_ids: [contactId],
        title: count % 2 === 0 ? 'Чётное' : 'Другое',
      });
      if (count % 2 === 0) written.push(id);
    }
    const found = await person.browser.searchInstructions({
      body: { query: 'четное' },
    });
    expect(idsOf(found)).toEqual(written.toReversed());
  });

  it('supports filters, orders and pages of a list without repetition', async () => {
    const filled = await fillList(product);
    for (const sort of instructionOrders) {
      const filters = { state: 'ready', status: 'outbox' } as const;
      const expected = expectedIds(filled, { sort, ...filters });
      const found: string[] = [];
      let cursor: string | null = null;
      do {
        const body = { query: 'ящик', ...filters, sort, limit: 7, ...(cursor && { cursor }) };
        const page: InstructionPage = await filled.owner.browser.searchInstructions({ body });
        expect(page.total).toBe(expected.length);
        found.push(...idsOf(page));
        cursor = page.next_cursor;
      } while (cursor);
      expect([sort, found]).toEqual([sort, expected]);
    }
  });

  it('refuses an invalid cursor with the field', async () => {
    const body = { query: 'завещание', cursor: 'x' };
    expect(await failureOf((await newPerson()).browser.searchInstructions({ body }))).toMatchObject(
      {
        code: 'invalid_input',
        fields: { cursor: 'invalid' },
      },
    );
  });

  it('continues after the position of a deleted result', async () => {
    const { id: contactId } = await addContact(await newPerson());
    const ids: string[] = [];
    for (let count = 0; count < 5; count++) {
      ids.unshift((await writeInstruction(person, { trusted_contact_ids: [contactId] })).id);
      product.clock.advance(1000);
    }
    const searchPage = (cursor?: string) =>
      person.browser.searchInstructions({
        body: { query: 'завещание', limit: 2, ...(cursor && { cursor }) },
      });
    const first = await searchPage();
    expect(idsOf(first)).toEqual(ids.slice(0, 2));
    await person.browser.deleteInstruction({ params: { id: ids[1] as string } });
    const second = await searchPage(first.next_cursor ?? '');
    expect(idsOf(second)).toEqual(ids.slice(2, 4));
    expect(second.total).toBe(4);
  });

  it('skips damaged instructions', async () => {
    const { id: contactId } = await addContact(await newPerson());
    const ids: string[] = [];
    for (let count = 0; count < 2; count += 1) {
      ids.push((await writeInstruction(person, { trusted_contact_ids: [contactId] })).id);
    }
    await product.database.rows(sql`
      update instructions set content = 'forged' where id = ${ids[0]}`);
    expect(idsOf(await search())).toEqual([ids[1]]);
  });

  it('decrypts texts only on the search thread', async () => {
    const { id } = await writeInstruction(await newPerson());
    const { vault, ...others } = otherProcess();
    const guarded: Context['vault'] = {
      ...vault,
      keyOf: async (userId) => ({
        ...(await vault.keyOf(userId)),
        open: () => {
          throw new Error('A text was opened on the main thread.');
        },
      }),
    };
    const guardedCtx = { ...others, vault: guarded };
    expect(idsOf(await searchInstructions(guardedCtx, person.userId, query, never))).toEqual([id]);
  });

  it('reads texts in small batches, and stops when the caller disconnects', async () => {
    const { id: contactId } = await addContact(await newPerson());
    const long = { trusted_contact_ids: [contactId], content: 'завещание '.repeat(8000) };
    for (let count = 0; count < 3; count += 1) await writeInstruction(person, long);
    const batchSizes: number[] = [];
    const disconnect = new AbortController();
    const recording = (disconnects: boolean) =>
      withService(otherProcess(), searchThread, {
        ...thread,
        find: (batch) => {
          batchSizes.push(textCount(batch));
          if (disconnects) disconnect.abort();
          return thread.find(batch);
        },
      });
    const all = await searchInstructions(recording(false), person.userId, query, never);
    expect(all.total).toBe(3);
    expect(batchSizes.splice(0)).toEqual([1, 1, 1]);
    await searchInstructions(recording(true), person.userId, query, disconnect.signal);
    expect(batchSizes).toEqual([1]);
  });

  it('fails with the error code of the thread', async () => {
    await newPerson();
    const missing = openPostgres('postgres://127.0.0.1:1/none', () => {});
    const unreachable = createSearchThread(missing.driver);
    try {
      const key = (await otherProcess().vault.keyOf(person.userId)).textKey();
      const statement = sealedInstructionsStatement({ userId: person.userId, ids: [] });
      await expect(unreachable.find({ key, statement, words: 'a' })).rejects.toMatchObject({
        code: 'ECONNREFUSED',
      });
    } finally {
      await unreachable.close();
      await missing.close();
    }
  });

  it('restarts a thread that has ended', async () => {
    const { id } = await writeInstruction(await newPerson());
    await thread.close();
    const found = await searchInstructions(otherProcess(), person.userId, query, never);
    expect(idsOf(found)).toEqual([id]);
  });
});

function textCount({ statement }: SearchBatch): number {
  return statement.values.flatMap((value) => (Array.isArray(value) ? value : [])).length;
}

describe('one account', () => {
  it('runs one search at a time, queues a few and refuses more, without affecting other accounts', async () => {
    const other = await newPerson();
    await writeInstruction(other);
    await writeInstruction(await newPerson());
    await holdLock(600);
    const refused = Promise.withResolvers<void>();
    const codes: string[] = [];
    const searches = 20;
    const ctx = otherProcess();
    const answers = Array.from({ length: searches }, () =>
      searchInstructions(ctx, person.userId, query, never).catch((error) => {
        codes.push(error.code);
        if (codes.length === searches - 1 - maxQueuedSearches) refused.resolve();
        return undefined;
      }),
    );
    await refused.promise;
    const foundByOther = await searchInstructions(ctx, other.userId, query, never);
    expect(foundByOther.total).toBe(1);
    await releaseLock();
    const found = (await Promise.all(answers)).filter((answer) => answer !== undefined);
    expect(found.map(({ total }) => total)).toEqual(
      Array.from({ length: 1 + maxQueuedSearches }, () => 1),
    );
    expect(new Set(codes)).toEqual(new Set(['too_many_requests']));
  });

  it('waits for its search in another process, and takes over the lock of a dead process', async () => {
    await writeInstruction(await newPerson());
    const order: string[] = [];
    const started = Promise.withResolvers<void>();
    const finish = Promise.withResolvers<void>();
    const first = createSearchLock(product.database, product.clock)(
      person.userId,
      never,
      async () => {
        started.resolve();
        await finish.promise;
        order.push('first');
      },
    );
    await started.promise;
    const second = search().then(() => order.push('second'));
    finish.resolve();
    await Promise.all([first, second]);
    expect(order).toEqual(['first', 'second']);

    await holdLock(-1);
    expect((await search()).instructions).toHaveLength(1);
    expect(
      await product.database.rows(sql`
        select 1 from instruction_searches where user_id = ${person.userId}`),
    ).toEqual([]);
  });

  it('leaves the queue when the caller disconnects', async () => {
    await writeInstruction(await newPerson());
    await holdLock(20);
    const disconnect = new AbortController();
    const waiting = searchInstructions(otherProcess(), person.userId, query, disconnect.signal);
    disconnect.abort();
    expect((await waiting).instructions).toEqual([]);
    await releaseLock();
    expect((await search()).instructions).toHaveLength(1);
  });
});
