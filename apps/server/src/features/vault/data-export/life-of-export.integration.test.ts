import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  dataOf,
  downloadExport,
  unzip,
  uploadArchive,
  waitForExport,
} from '../../../../test/data-export.ts';
import { failureOf } from '../../../../test/failure-of.ts';
import { type Person, signedInPerson } from '../../../../test/people.ts';
import { samples, textOf } from '../../../../test/sample-files.ts';
import { tablesHolding } from '../../../../test/stored-data.ts';
import { startTestProduct, type TestProduct } from '../../../../test/test-product.ts';
import { attach, writeInstruction } from '../../../../test/vault-fixtures.ts';
import { newId } from '../../../platform/ids.ts';
import { removeObjects } from '../instructions/clean-up-files.ts';
import { startAttempt } from './export-repository.ts';
import { makeExport } from './make-export.ts';
import { sweepDataExports } from './manage-export.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.stop());

const { signal } = new AbortController();

async function objectsOf({ userId }: Person, kind: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of product.store.list(`${kind}/${userId}/`)) keys.push(key);
  return keys;
}

/** Every object without a row has a scheduled removal. */
async function removalsOf({ userId }: Person): Promise<string[]> {
  const rows = await product.database.rows<{ object_key: string }>(
    sql`select object_key from object_removals where object_key like ${`exports/${userId}/%`}`,
  );
  return rows.map(({ object_key }) => object_key);
}

describe('an export', () => {
  it('is made once for parallel requests, and at most three times a day', async () => {
    const person = await signedInPerson(product);
    const [one, other] = await Promise.all([
      person.browser.startExport(),
      person.browser.startExport(),
    ]);
    expect(one.id).toBe(other.id);
    await waitForExport(person, 'ready');
    let refused: unknown;
    for (let tries = 0; tries < 3 && !refused; tries += 1) {
      refused = await person.browser.startExport().then(
        async () => void (await waitForExport(person, 'ready')),
        (error) => error.code,
      );
    }
    expect(refused).toBe('too_many_exports');
  });

  it('is removed with its object after a day', async () => {
    const person = await signedInPerson(product);
    await downloadExport(person);
    const { id } = await waitForExport(person, 'ready');
    product.clock.advance(24 * 3_600_000 + 1000);
    await person.browser.refreshSession();
    expect((await person.browser.getDataExports()).export).toBeNull();
    const late = await failureOf(person.browser.downloadExport({ params: { id } }));
    expect(late.code).toBe('not_found');
    await sweepDataExports(product.ctx);
    await sweepDataExports(product.ctx);
    await removeObjects(product.ctx);
    expect(await objectsOf(person, 'exports')).toEqual([]);
  });

  it('is removed with its object by the owner or with the account', async () => {
    const [person, leaver] = [await signedInPerson(product), await signedInPerson(product)];
    for (const one of [person, leaver]) await downloadExport(one);
    const { id } = await waitForExport(person, 'ready');
    expect((await failureOf(leaver.browser.removeExport({ params: { id } }))).code).toBe(
      'not_found',
    );
    await person.browser.removeExport({ params: { id } });
    await leaver.browser.deleteAccount({
      body: { current_password: leaver.password, confirmation_word: 'УДАЛИТЬ' },
    });
    await removeObjects(product.ctx);
    for (const one of [person, leaver]) expect(await objectsOf(one, 'exports')).toEqual([]);
  });

  it('lists missing and damaged files and contains all others', async () => {
    const person = await signedInPerson(product);
    const { id } = await writeInstruction(person);
    await attach(person, id, 'цел.png', samples.png);
    await attach(person, id, 'пропал.txt', textOf(3000, 'пропал'));
    await attach(person, id, 'сломан.txt', textOf(4000, 'сломан'));
    const rows = await product.database.rows<{ object_key: string; size_bytes: number }>(sql`
      select object_key, size_bytes from instruction_files where user_id = ${person.userId}`);
    const keyOf = (size: number) => rows.find((row) => row.size_bytes === size)?.object_key ?? '';
    await product.store.remove([keyOf(3000)]);
    const path = join(product.dataDir, 'objects', `${keyOf(4000)}.object`);
    const bytes = readFileSync(path);
    await product.store.remove([keyOf(4000)]);
    bytes[100] = (bytes[100] ?? 0) ^ 1;
    await product.store.put(keyOf(4000), inOne(bytes), bytes.length);

    const entries = await unzip(await downloadExport(person));
    const files = dataOf(entries).instructions[0]?.files ?? [];
    expect(files.map(({ file_name, path }) => [file_name, path !== null])).toEqual([
      ['цел.png', true],
      ['пропал.txt', false],
      ['сломан.txt', false],
    ]);
    const page = entries.get('index.html')?.toString() ?? '';
    expect(page.match(/файл не удалось прочитать/g)).toHaveLength(2);
  });

  it('restarts after its process died, and removes the object of the dead attempt', async () => {
    const person = await signedInPerson(product);
    const { database } = product;
    const exportId = newId();
    const now = product.clock.now();
    const expires_at = new Date(now.getTime() + 3_600_000);
    await database.rows(sql`
      insert into data_exports (id, user_id, created_at, expires_at)
      values (${exportId}, ${person.userId}, ${now.toISOString()}, ${expires_at.toISOString()})`);
    const dead = await startAttempt(database, exportId, newId());
    await product.store.put(dead?.object_key ?? '', inOne(Buffer.from('half')), 4);
    // Simulates a first process that was considered dead, but still runs.
    await Promise.all([
      makeExport(product.ctx, exportId, signal),
      makeExport(product.ctx, exportId, signal),
    ]);
    await makeExport(product.ctx, exportId, signal);
    await waitForExport(person, 'ready');
    const [kept] = await database.rows<{ object_key: string; tries: number }>(
      sql`select object_key, tries from data_exports where id = ${exportId}`,
    );
    expect(kept?.tries).toBe(3);
    const stray = (await objectsOf(person, 'exports')).filter((key) => key !== kept?.object_key);
    expect(await removalsOf(person)).toEqual(expect.arrayContaining(stray));
    expect(stray).toContain(dead?.object_key);
    expect(await removalsOf(person)).not.toContain(kept?.object_key);
  });
});

describe('content of an account', () => {
  it('is not in clear in database, queue, objects or log after an export and an import', async () => {
    const person = await signedInPerson(product);
    const canaries = ['канарейка-текст-4711', 'канарейка-файл-4712', 'канарейка-имя-4713'];
    const { id } = await writeInstruction(person, { content: canaries[0] ?? '' });
    await attach(person, id, `${canaries[2]}.txt`, textOf(400_000, canaries[1]));
    const archive = await downloadExport(person);
    expect(archive.includes(canaries[1] ?? '')).toBe(true);
    const other = await signedInPerson(product);
    expect(await uploadArchive(other, archive)).toMatchObject({ state: 'done' });

    expect(await tablesHolding(product.database, canaries)).toEqual([]);
    const files = readdirSync(product.dataDir, { recursive: true, withFileTypes: true });
    const holding = files
      .filter((entry) => entry.isFile())
      .filter((entry) => {
        const bytes = readFileSync(join(entry.parentPath, entry.name));
        return canaries.some((canary) => bytes.includes(canary));
      });
    expect(holding.map(({ name }) => name)).toEqual([]);
    expect(files.length).toBeGreaterThan(3);
    for (const canary of canaries) expect(product.logged()).not.toContain(canary);
  });
});

async function* inOne(bytes: Buffer) {
  yield bytes;
}
