import { createHash, randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { keysOf, moreThanOnePage, objectStores, streamOf } from '../../../test/object-stores.ts';
import { ObjectMissing, ObjectRangeInvalid, type ObjectStore } from './object-store.ts';

describe.each(objectStores)('an object store in %s', (_, open) => {
  let store: ObjectStore;
  let close: () => Promise<void>;
  let run = 0;
  let home: string;

  beforeAll(async () => {
    ({ store, close } = await open());
  });
  afterAll(() => close());
  beforeEach(() => {
    run += 1;
    home = `test-${run}`;
  });

  const putText = (key: string, text: string) =>
    store.put(key, streamOf(text), Buffer.byteLength(text));
  const text = async (key: string, range?: { start: number; end: number }) =>
    (await buffer(await store.get(key, range))).toString();
  const keys = (prefix: string) => keysOf(store, prefix);

  it('accepts chunks that share one buffer', async () => {
    const bytes = randomBytes(300_000);
    const shared = Buffer.alloc(70_000);
    const chunks = (async function* () {
      for (let at = 0; at < bytes.length; at += shared.length) {
        yield shared.subarray(0, bytes.copy(shared, 0, at));
        shared.fill(0);
      }
    })();
    await store.put(`${home}/shared`, chunks, bytes.length);

    expect((await buffer(await store.get(`${home}/shared`))).equals(bytes)).toBe(true);
  });

  it('stores bytes with size and date', async () => {
    const before = Date.now();
    await putText(`${home}/letter`, 'Дорогая Анна');

    expect(await text(`${home}/letter`)).toBe('Дорогая Анна');
    const facts = await store.head(`${home}/letter`);
    expect(facts?.size).toBe(23);
    expect(Math.abs((facts?.modified_at.getTime() ?? 0) - before)).toBeLessThan(600_000);
  });

  it('stores an empty object', async () => {
    await store.put(`${home}/empty`, streamOf(), 0);

    expect(await store.head(`${home}/empty`)).toMatchObject({ size: 0 });
    expect(await text(`${home}/empty`)).toBe('');
  });

  it('stores 10 MB from chunks of any size', async () => {
    const bytes = randomBytes(10 * 1024 * 1024);
    const cuts = [0, 1, 70_000, 70_001, 3_000_000, 9_999_999, bytes.length];
    const chunks = cuts.slice(1).map((end, index) => bytes.subarray(cuts[index], end));
    await store.put(`${home}/large`, streamOf(...chunks), bytes.length);

    expect(await digestOf(await store.get(`${home}/large`))).toBe(digest(bytes));
  });

  it.each([
    { start: 0, end: 1, part: '01' },
    { start: 3, end: 5, part: '345' },
    { start: 7, end: 7, part: '7' },
    { start: 8, end: 100, part: '89' },
    { start: 0, end: 9, part: '0123456789' },
  ])('returns the bytes $start to $end', async ({ start, end, part }) => {
    await putText(`${home}/digits`, '0123456789');

    expect(await text(`${home}/digits`, { start, end })).toBe(part);
  });

  it.each([
    { start: 10, end: 12 },
    { start: 5, end: 4 },
    { start: -1, end: 4 },
    { start: 0.5, end: 4 },
  ])('refuses the bytes $start to $end of ten', async (range) => {
    await putText(`${home}/digits`, '0123456789');

    await expect(store.get(`${home}/digits`, range)).rejects.toBeInstanceOf(ObjectRangeInvalid);
  });

  it('reports missing keys', async () => {
    expect(await store.head(`${home}/none`)).toBeUndefined();
    await expect(store.get(`${home}/none`)).rejects.toBeInstanceOf(ObjectMissing);
    await expect(store.get(`${home}/none`, { start: 0, end: 1 })).rejects.toBeInstanceOf(
      ObjectMissing,
    );
    for (const target of [`${home}/other`, `${home}/none`]) {
      await expect(store.copy(`${home}/none`, target)).rejects.toBeInstanceOf(ObjectMissing);
      await expect(store.move(`${home}/none`, target)).rejects.toBeInstanceOf(ObjectMissing);
    }
    expect(await keys(`${home}/`)).toEqual([]);
  });

  it('lists objects by prefix, sorted, with size and date', async () => {
    for (const name of ['b', 'a/two', 'a/one', 'a-b', 'a', 'a/one/deep']) {
      await putText(`${home}/${name}`, name);
    }

    expect(await keys(`${home}/`)).toEqual(
      ['a', 'a-b', 'a/one', 'a/one/deep', 'a/two', 'b'].map((name) => `${home}/${name}`),
    );
    expect(await keys(`${home}/a/`)).toHaveLength(3);
    expect(await keys(`${home}/a/o`)).toHaveLength(2);
    expect(await keys(`${home}/c`)).toEqual([]);
    expect(await keys('nowhere/at/all/')).toEqual([]);
    expect((await keys('')).length).toBeGreaterThanOrEqual(6);
    const { value } = await store.list(`${home}/a-b`)[Symbol.asyncIterator]().next();
    expect(value).toMatchObject({ size: 3, modified_at: expect.any(Date) });
  });

  it('lists and removes more objects than fit into one response', async () => {
    const many = Array.from(
      { length: moreThanOnePage },
      (_, at) => `${home}/${String(at).padStart(4, '0')}`,
    );
    await Promise.all(many.map((key) => putText(key, 'x')));

    expect(await keys(`${home}/`)).toEqual(many);
    await store.remove([`${home}/never-there`, ...many]);
    expect(await keys(`${home}/`)).toEqual([]);
  });

  it('copies and moves', async () => {
    await putText(`${home}/first`, 'content');
    await store.copy(`${home}/first`, `${home}/folder/copy`);
    await store.move(`${home}/first`, `${home}/folder/moved`);

    expect(await store.head(`${home}/first`)).toBeUndefined();
    expect(await text(`${home}/folder/copy`)).toBe('content');
    expect(await text(`${home}/folder/moved`)).toBe('content');
  });

  it('keeps an object that is copied or moved to its own key', async () => {
    await putText(`${home}/same`, 'content');
    await store.copy(`${home}/same`, `${home}/same`);
    await store.move(`${home}/same`, `${home}/same`);

    expect(await text(`${home}/same`)).toBe('content');
  });

  it('ignores missing objects when removing', async () => {
    await putText(`${home}/one`, '1');
    await store.remove([`${home}/one`, `${home}/never-there`]);
    await store.remove([`${home}/one`]);
    await store.remove([]);

    expect(await keys(`${home}/`)).toEqual([]);
  });

  it('handles 200 concurrent objects', async () => {
    const many = Array.from({ length: 200 }, (_, at) => ({
      key: `${home}/${at % 7}/${at}`,
      bytes: randomBytes(20_000 + at),
    }));
    await Promise.all(many.map(({ key, bytes }) => store.put(key, streamOf(bytes), bytes.length)));

    const digests = await Promise.all(many.map(async ({ key }) => digestOf(await store.get(key))));
    expect(digests).toEqual(many.map(({ bytes }) => digest(bytes)));
  });

  it('handles concurrent puts, moves and removals', async () => {
    const rounds = Array.from({ length: 40 }, (_, at) => `${home}/shared/${at}`);
    await Promise.all(
      rounds.map(async (key) => {
        await putText(key, key);
        await store.move(key, `${key}-moved`);
        await store.remove([`${key}-moved`]);
      }),
    );

    expect(await keys(`${home}/`)).toEqual([]);
  });

  it('can be read again after an abandoned read', async () => {
    const bytes = randomBytes(1_000_000);
    await store.put(`${home}/left`, streamOf(bytes), bytes.length);
    for (let readers = 0; readers < 30; readers += 1) {
      const stream = await store.get(`${home}/left`);
      await stream[Symbol.asyncIterator]().next();
      stream.destroy();
    }

    expect(await digestOf(await store.get(`${home}/left`))).toBe(digest(bytes));
  });

  it('can be probed', async () => {
    await expect(store.probe()).resolves.toBeUndefined();
  });

  it('sweeps no complete objects', async () => {
    await putText(`${home}/kept`, 'content');
    await store.sweep(new Date(Date.now() + 3_600_000));

    expect(await text(`${home}/kept`)).toBe('content');
  });
});

async function digestOf(stream: Readable): Promise<string> {
  return digest(await buffer(stream));
}

function digest(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
