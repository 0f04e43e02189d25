import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { objectStores, streamOf } from '../../../../test/object-stores.ts';
import { type Person, signedInPerson } from '../../../../test/people.ts';
import { samples, textOf } from '../../../../test/sample-files.ts';
import { startTestProduct, type TestProduct } from '../../../../test/test-product.ts';
import { attach, writeInstruction } from '../../../../test/vault-fixtures.ts';
import type { ObjectStore } from '../../../platform/file-storage/object-store.ts';
import { CommandRefused } from '../../../platform/process.ts';
import { removeObjects } from '../../vault/instructions/clean-up-files.ts';
import { makeBackup } from '../backup/make-backup.ts';
import { type CheckOptions, checkStorage } from './check-storage.ts';

const { signal } = new AbortController();
const folder = mkdtempSync(join(tmpdir(), 'zavet-backups-'));
const backup = join(folder, 'whole');
let product: TestProduct;
let person: Person;
let instructionId: string;
const keys: string[] = [];

beforeAll(async () => {
  product = await startTestProduct();
  person = await signedInPerson(product);
  instructionId = (await writeInstruction(person)).id;
  for (let file = 0; file < 12; file += 1) keys.push(await addFile(`${file}`));
  await makeBackup(product, backup, { print: () => {}, signal });
});
afterAll(async () => {
  await product.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function addFile(name: string): Promise<string> {
  const { id } = await attach(person, instructionId, `${name}.txt`, textOf(3_000, name));
  return `files/${person.userId}/${id}`;
}

const unownedKey = `files/${'0'.repeat(8)}-0000-4000-8000-${'0'.repeat(12)}/leftover`;
const day = 24 * 60 * 60 * 1000;
const defaultOptions: CheckOptions = { repair: false, marksLost: false, many: false, all: false };

/** By default one store is enough, because other tests prove that all stores behave the same. */
const testedStores =
  process.env.LONG_PROOFS || process.env.TRIAL_S3 ? objectStores : objectStores.slice(0, 1);

describe.each(testedStores)('the check of %s', (_, open) => {
  let store: ObjectStore;
  let close: () => Promise<void>;
  let lines: string[];

  beforeEach(async () => {
    ({ store, close } = await open());
    lines = [];
    // Removes leftovers of earlier tests.
    await removeObjects(product);
    for await (const { key, size } of product.store.list('')) {
      await store.put(key, await product.store.get(key), size);
    }
  });
  afterEach(() => close());

  /** Runs the check some days later, because it ignores objects as new as those of a test. */
  const check = (options: Partial<CheckOptions> = {}, afterDays = 2) =>
    checkStorage(
      {
        database: product.database,
        jobs: product.ctx.jobs,
        store,
        clock: { now: () => new Date(Date.now() + afterDays * day) },
      },
      { ...defaultOptions, ...options },
      { print: (sentence) => void lines.push(sentence), signal },
    );

  const keysIn = async (prefix: string) => {
    const found: string[] = [];
    for await (const { key } of store.list(prefix)) found.push(key);
    return found;
  };

  it('has no findings if everything is in order', async () => {
    expect(await check()).toMatchObject({
      ...{ named: 12, listed: 12, missing: 0, wrong_size: 0, unowned: 0, young: 0, revived: 0 },
    });
    expect(lines).toEqual([]);
  });

  it('reports missing objects and wrong sizes, and restores them from a backup', async () => {
    const [lost = '', cut = ''] = keys;
    await store.remove([lost]);
    await store.put(cut, streamOf('too short'), 9);
    expect(await check({ repair: true })).toMatchObject({ missing: 1, wrong_size: 1, put_back: 0 });
    expect(lines).toHaveLength(2);
    const lostLine = lines.find((line) => line.includes(lost));
    expect(lostLine).toMatch(/^Missing: file \S+ of owner \S+, 3000 bytes/);
    expect(lostLine).toContain(person.userId);
    expect(lines.find((line) => line.includes(cut))).toMatch(
      /^Wrong size: .* 9 bytes in the store/,
    );

    const repaired = await check({ repair: true, from: backup });
    expect(repaired).toMatchObject({ missing: 1, wrong_size: 1, put_back: 2 });
    expect(await check()).toMatchObject({ missing: 0, wrong_size: 0 });
    const [entry] = await product.database.rows<{ facts: unknown }>(
      sql`select facts from audit_entries where act = 'storage_repaired' order by seq desc limit 1`,
    );
    expect(entry?.facts).toEqual({ enqueued_removals: 0, put_back: 2, given_up: 0 });
  });

  it('restores only intact objects', async () => {
    const [lost = '', other = ''] = keys;
    await store.remove([lost, other]);
    const damaged = join(folder, `damaged-${_.length}`);
    await makeBackup(product, damaged, { print: () => {}, signal }, { isFull: true });
    rmSync(join(damaged, 'objects', lost));
    expect(await check({ repair: true, from: damaged })).toMatchObject({ missing: 2, put_back: 1 });
    expect(await store.head(other)).toBeDefined();
    await expect(check({ repair: true, from: folder })).rejects.toThrow(/is not a backup/);
  });

  it('removes only old objects without a row', async () => {
    const foreign = ['store/id', 'other/thing', 'tombstones/x', 'audit/2026-01-01/y'];
    for (const key of [unownedKey, ...foreign]) await store.put(key, streamOf('x'), 1);
    const before = await keysIn('');
    expect(await check({ repair: true }, 0)).toMatchObject({ unowned: 0, young: 1 });
    expect(await check()).toMatchObject({ unowned: 1, unowned_bytes: 1 });
    expect(lines).toEqual([expect.stringContaining(`Without a row: ${unownedKey}, 1 bytes`)]);
    expect(await keysIn('')).toEqual(before);

    expect(await check({ repair: true })).toMatchObject({ unowned: 1, enqueued_removals: 1 });
    await removeObjects({ database: product.database, store });
    expect(await keysIn('')).toEqual(before.filter((key) => key !== unownedKey));
  });

  it('refuses to remove many unowned objects without --many', async () => {
    for (const name of ['a', 'b']) await store.put(`${unownedKey}-${name}`, streamOf('x'), 1);
    await expect(check({ repair: true })).rejects.toThrow(CommandRefused);
    expect(await keysIn(unownedKey)).toHaveLength(2);
    expect(await check({ repair: true, many: true })).toMatchObject({ enqueued_removals: 2 });
    await removeObjects({ database: product.database, store });
    expect(await keysIn(unownedKey)).toEqual([]);
  });

  it('ignores uploads in progress and pending removals', async () => {
    const [arriving = '', leaving = ''] = [`${unownedKey}-arriving`, `${unownedKey}-leaving`];
    const id = arriving.length.toString().padStart(12, '0');
    await product.database.rows(sql`
      insert into instruction_files (id, user_id, instruction_id, object_key, file_name,
        name_digest, size_bytes, mime_type, state, created_at)
      values (${`00000000-0000-4000-8000-${id}`}, ${person.userId}, ${instructionId}, ${arriving},
        'x', 'x', 10, 'text/plain', 'uploading', now())`);
    await product.database.rows(sql`
      insert into object_removals (object_key, due_at)
      values (${leaving}, now() + interval '1 hour')`);
    await store.put(arriving, streamOf('half'), 4);
    await store.put(leaving, streamOf('x'), 1);
    expect(await check({ repair: true })).toMatchObject({ unowned: 0, wrong_size: 0, missing: 0 });
    expect(await keysIn(unownedKey)).toEqual([arriving, leaving]);
    await product.database.rows(sql`delete from instruction_files where object_key = ${arriving}`);
    await product.database.rows(
      sql`delete from object_removals where object_key in (${arriving}, ${leaving})`,
    );
  });

  it('does not report files that are added or deleted during the check', async () => {
    const { id } = await attach(person, instructionId, 'deleted.png', samples.png);
    const deleted = `files/${person.userId}/${id}`;
    const { size } = (await product.store.head(deleted)) ?? { size: 0 };
    await store.put(deleted, await product.store.get(deleted), size);
    const listing = store.list.bind(store);
    let added = '';
    store.list = async function* (prefix) {
      // After the snapshot of the rows, one file is deleted and one is added.
      if (added === '' && prefix === 'files/') {
        await person.browser.deleteFile({ params: { id } });
        await store.remove([deleted]);
        added = await addFile('added');
        const facts = (await product.store.head(added)) ?? { size: 0 };
        await store.put(added, await product.store.get(added), facts.size);
      }
      yield* listing(prefix);
    };
    expect(await check()).toMatchObject({ missing: 0, wrong_size: 0, unowned: 0 });
    expect(lines).toEqual([]);
    await person.browser.deleteFile({ params: { id: added.split('/').at(-1) ?? '' } });
  });
});

describe('marking objects as lost', () => {
  const mark = (options: Partial<CheckOptions> = {}) =>
    checkStorage(
      { ...product, jobs: product.ctx.jobs },
      { ...defaultOptions, repair: true, marksLost: true, ...options },
      { print: () => {}, signal },
    );
  const usedBytes = async (owner: Person) => {
    const [usage] = await product.database.rows<{ used_bytes: number }>(
      sql`select used_bytes::int from user_storage_usage where user_id = ${owner.userId}`,
    );
    return usage?.used_bytes;
  };

  it('restores what a backup has, gives up the rest, and notifies the owner', async () => {
    const owner = await signedInPerson(product);
    const { id } = await writeInstruction(owner);
    const names = ['Ключи.txt', 'Опись.txt', 'Дача.txt'];
    const files: string[] = [];
    for (const name of names) files.push((await attach(owner, id, name, textOf(3_000, name))).id);
    const [restorable = '', lost = '', cut = ''] = files.map(
      (file) => `files/${owner.userId}/${file}`,
    );
    const kept = join(folder, 'kept');
    const whole = { size: (await product.store.head(lost))?.size ?? 0 };
    await product.store.remove([lost, cut]);
    await makeBackup(product, kept, { print: () => {}, signal });
    await product.store.put(cut, streamOf('too short'), 9);
    await product.store.remove([restorable]);

    expect(await mark({ from: kept, many: true })).toMatchObject({ put_back: 1, given_up: 2 });
    expect(await product.store.head(restorable)).toMatchObject(whole);
    const read = await owner.browser.getInstruction({ params: { id } });
    expect(read.files.map(({ file_name }) => file_name)).toEqual(['Ключи.txt']);
    const removedFiles = read.removed_files.map(({ file_name, reason }) => [file_name, reason]);
    expect(removedFiles.toSorted()).toEqual([
      ['Дача.txt', 'lost'],
      ['Опись.txt', 'lost'],
    ]);
    expect(await usedBytes(owner)).toBe(3_000);
    const { subject, text } = await product.mailbox.latest(owner.email);
    expect(subject).toBe('Мы потеряли ваши файлы');
    expect(text).toMatch(/2 файла/);
    for (const name of ['Опись.txt', 'Дача.txt']) expect(text).toContain(name);
    expect(text).not.toContain('Ключи.txt');

    const quiet = { missing: 0, wrong_size: 0, given_up: 0 };
    expect(await mark()).toMatchObject(quiet);
    const backup = await makeBackup(product, join(folder, 'quiet'), { print: () => {}, signal });
    expect(backup).toMatchObject({ lost: 0, missing: 0 });

    await attach(owner, id, 'Опись.txt', textOf(3_000, 'Опись.txt'));
    const again = await owner.browser.getInstruction({ params: { id } });
    expect(again.removed_files.map(({ file_name }) => file_name)).toEqual(['Дача.txt']);
  });

  it('counts a file in the bin without naming it', async () => {
    const owner = await signedInPerson(product);
    const { id } = await writeInstruction(owner);
    const file = await attach(owner, id, 'Ключи.txt', textOf(3_000, 'x'));
    await owner.browser.deleteInstruction({ params: { id } });
    await product.store.remove([`files/${owner.userId}/${file.id}`]);
    expect(await mark({ many: true })).toMatchObject({ given_up: 1 });
    expect((await product.mailbox.latest(owner.email)).text).toContain('1 файл');
    expect(await usedBytes(owner)).toBe(0);
  });

  it('refuses to give up a large share of all objects without --many', async () => {
    const removed = keys.slice(0, 4);
    const bytes = await Promise.all(
      removed.map(async (key) => ({ key, sealed: await buffer(await product.store.get(key)) })),
    );
    await product.store.remove(removed);
    await expect(mark()).rejects.toThrow(/only with --many are they marked as lost/);
    const { files } = await person.browser.getInstruction({ params: { id: instructionId } });
    expect(files).toHaveLength(12);
    for (const { key, sealed } of bytes) {
      await product.store.put(key, Readable.from([sealed]), sealed.length);
    }
    expect(await mark()).toMatchObject({ given_up: 0 });
  });
});
