import { rmSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createBrowser } from '../../../../test/browser.ts';
import { type Person, signedInPerson } from '../../../../test/people.ts';
import { textOf } from '../../../../test/sample-files.ts';
import { type ServerProcess, startReadyServer } from '../../../../test/server-process.ts';
import { startTestProduct, type TestProduct } from '../../../../test/test-product.ts';
import { attach, instructionBody, writeInstruction } from '../../../../test/vault-fixtures.ts';

const mb = 1024 * 1024;
const parallelUploads = 60;
/** A small quota, so that few bytes fill it. */
const limitMb = 3;

let product: TestProduct;
/** A second server process on the same database and files. */
let second: ServerProcess;
beforeAll(async () => {
  product = await startTestProduct();
  second = await startReadyServer({
    DATABASE_URL: product.database.driver.url,
    DATA_DIR: product.dataDir,
    TRUSTED_PROXIES: '127.0.0.1,::1',
    PUBLIC_URL: 'http://zavet.test',
  });
});
afterAll(async () => {
  await second.end('SIGTERM');
  await product.stop();
  rmSync(product.dataDir, { recursive: true, force: true });
});

/** The same person at the second server. */
function atSecondServer(person: Person): Person {
  if (!second) return person;
  const browser = createBrowser(second.url);
  for (const [name, value] of person.browser.cookies) browser.cookies.set(name, value);
  return { ...person, browser };
}

const readUsage = async (userId: string) => {
  const [row] = await product.database.rows<{ used: number; stored: number; files: number }>(sql`
    select
      (select used_bytes::int from user_storage_usage where user_id = ${userId}) as used,
      coalesce(sum(size_bytes), 0)::int as stored,
      count(*)::int as files
    from instruction_files where user_id = ${userId} and state = 'stored'`);
  return row;
};

async function ownerWithLimit(): Promise<Person> {
  const person = await signedInPerson(product);
  await product.database.rows(sql`
    insert into user_storage (user_id, limit_mb) values (${person.userId}, ${limitMb})
    on conflict (user_id) do update set limit_mb = excluded.limit_mb`);
  return person;
}

describe('parallel uploads', () => {
  it('never exceed the quota and keep the usage equal to the sum of the files', async () => {
    const person = await ownerWithLimit();
    const { id } = await writeInstruction(person);
    const sessions = [person, atSecondServer(person)];
    const size = 100 * 1024;
    const attempts = await Promise.allSettled(
      Array.from({ length: parallelUploads }, (_, place) =>
        attach(sessions[place % 2] ?? person, id, `${place}.txt`, textOf(size, String(place))),
      ),
    );
    const kept = attempts.filter(({ status }) => status === 'fulfilled').length;
    const reasons = attempts.flatMap((one) =>
      one.status === 'rejected' ? [(one.reason as { code: string }).code] : [],
    );
    expect(kept).toBe(Math.floor((limitMb * mb) / size));
    expect(new Set(reasons)).toEqual(new Set(['storage_limit_exceeded']));
    expect(await readUsage(person.userId)).toEqual({
      used: kept * size,
      stored: kept * size,
      files: kept,
    });
  });

  it('with deletions keep the usage equal to the sum of the files', async () => {
    const person = await ownerWithLimit();
    const { id } = await writeInstruction(person);
    const other = await writeInstruction(person);
    const sessions = [person, atSecondServer(person)];
    const first = await Promise.all(
      Array.from({ length: 20 }, (_, place) =>
        attach(person, id, `${place}.txt`, textOf(mb / 20, String(place))),
      ),
    );
    await Promise.allSettled([
      ...first.map((file, place) =>
        (sessions[place % 2] ?? person).browser.deleteFile({ params: { id: file.id } }),
      ),
      ...Array.from({ length: 60 }, (_, place) =>
        attach(
          sessions[place % 2] ?? person,
          other.id,
          `${place}.txt`,
          textOf(mb / 20, `x${place}`),
        ),
      ),
      person.browser.deleteInstruction({ params: { id } }),
    ]);
    const figures = await readUsage(person.userId);
    expect(figures?.used).toBe(figures?.stored);
    expect(figures?.used).toBeLessThanOrEqual(limitMb * mb);
    expect(await person.browser.getStorage()).toMatchObject({
      used_mb: (figures?.stored ?? Number.NaN) / mb,
    });
  });
});

describe('a write during a deletion', () => {
  /** All writes of an instruction's rows, at both servers. */
  function writesOf(person: Person, id: string, contactIds: string[], fileId: string) {
    const { draft_id: _, ...changed } = instructionBody(contactIds);
    return [person, atSecondServer(person)].flatMap((session, place) => {
      const { browser } = session;
      const expectedFile = (file_name: string) => ({ file_name, size_bytes: 10 });
      return [
        () => attach(session, id, `a${place}.txt`, textOf(200_000)),
        () => attach(session, id, `b${place}.txt`, textOf(100)),
        () => browser.updateInstruction({ params: { id }, body: { ...changed, version: 1 } }),
        () =>
          browser.announceFiles({
            params: { id },
            body: { expected_files: [expectedFile(`c${place}.txt`)] },
          }),
        () => browser.createInstruction({ body: instructionBody(contactIds) }),
        () => browser.reviewInstruction({ params: { id } }),
        () => browser.deleteFile({ params: { id: fileId } }),
        () => browser.checkStorageLimit({ body: { p_user_id: person.userId, p_new_size_mb: 1 } }),
      ];
    });
  }

  it.each([
    [
      'instruction',
      (person: Person, id: string) => person.browser.deleteInstruction({ params: { id } }),
    ],
    [
      'account',
      (person: Person) =>
        person.browser.deleteAccount({
          body: { confirmation_word: 'УДАЛИТЬ', current_password: person.password },
        }),
    ],
  ])('succeeds or is refused with a client error when the %s is deleted', async (_, remove) => {
    const person = await signedInPerson(product);
    const written = await writeInstruction(person);
    const { id } = written;
    const { id: fileId } = await attach(person, id, 'first.txt', textOf(100));
    const writes = writesOf(person, id, written.trusted_contact_ids, fileId);
    const outcomes = await Promise.allSettled([
      ...writes.map((write) => write()),
      remove(person, id).then(() => 'removed'),
      ...writes.map((write) => write()),
    ]);
    expect(statusesOf(outcomes).filter((status) => status < 400 || status > 499)).toEqual([]);
    expect(outcomes).toContainEqual({ status: 'fulfilled', value: 'removed' });
    expect(await countFileRows(id)).toBe(0);
  });

  it.each([
    ['instruction', 'instructions'],
    ['account', 'users'],
  ])('waits for a running deletion of its %s and is refused', async (_, table) => {
    const person = await signedInPerson(product);
    const written = await writeInstruction(person);
    const { id } = written;
    const { id: fileId } = await attach(person, id, 'first.txt', textOf(100));
    const writes = writesOf(person, id, written.trusted_contact_ids, fileId);
    const { database } = product;
    let outcomes: Promise<PromiseSettledResult<unknown>[]> | undefined;
    await database.transaction(async () => {
      const removed = table === 'users' ? person.userId : id;
      await database.rows(sql`delete from ${sql.identifier(table)} where id = ${removed}`);
      outcomes = Promise.allSettled(writes.map((write) => write()));
      await vi.waitFor(
        async () => {
          const waiting = await database.rows(
            sql`select distinct pid from pg_locks where not granted`,
          );
          expect(waiting.length).toBeGreaterThanOrEqual(4);
        },
        { timeout: 60_000, interval: 20 },
      );
    });
    const statuses = statusesOf((await outcomes) ?? []);
    expect(statuses.filter((status) => status < 400 || status > 499)).toEqual([]);
    expect(statuses.length).toBeGreaterThan(0);
    expect(await countFileRows(id)).toBe(0);
  });

  /** Statuses of refused calls; 0 without a response. */
  const statusesOf = (outcomes: readonly PromiseSettledResult<unknown>[]) =>
    outcomes.flatMap((one) =>
      one.status === 'rejected' ? [(one.reason as { status?: number }).status ?? 0] : [],
    );

  const countFileRows = async (id: string) => {
    const [left] = await product.database.rows<{ rows: number }>(sql`
      select ((select count(*) from instruction_files where instruction_id = ${id}) +
        (select count(*) from expected_files where instruction_id = ${id}))::int as rows`);
    return left?.rows;
  };
});

describe('two server processes', () => {
  it('serve the same content with the same keys', async () => {
    const person = await signedInPerson(product);
    const { id } = await writeInstruction(person);
    const { id: fileId } = await attach(person, id, 'a.txt', textOf(100_000, 'a'));
    const other = atSecondServer(person);
    const read = await other.browser.getInstruction({ params: { id } });
    expect(read.title).toBe('Где лежит завещание');
    const blob = await other.browser.downloadFile({ params: { id: fileId } });
    expect(Buffer.from(await blob.arrayBuffer())).toEqual(textOf(100_000, 'a'));
  });
});
