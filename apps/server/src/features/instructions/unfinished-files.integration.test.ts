import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { limits } from '@zavet/contract/limits';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { failureOf } from '../../../test/failure-of.ts';
import { type Person, signedInPerson } from '../../../test/people.ts';
import { textOf } from '../../../test/sample-files.ts';
import { hour } from '../../../test/test-clock.ts';
import { startTestProduct, type TestProduct } from '../../../test/test-product.ts';
import { attach, writeInstruction } from '../../../test/vault-things.ts';
import { removeObjects } from './remove-objects.ts';
import { freeUploads, sweepObjects } from './sweep-uploads.ts';

let product: TestProduct;
let person: Person;
let instructionId: string;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.stop());

const mb = 1024 * 1024;
const newInstruction = async () => {
  person = await signedInPerson(product);
  instructionId = (await writeInstruction(person)).id;
};
const filesOf = async () =>
  (await person.browser.getInstruction({ params: { id: instructionId } })).files;
const download = async (id: string) =>
  Buffer.from(await (await person.browser.downloadFile({ params: { id } })).arrayBuffer());
const ownObjects = () =>
  readdirSync(join(product.dataDir, 'objects'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => path.includes(person.userId));
const usedBytes = async () => (await person.browser.getStorage()).used_mb * mb;

/** Opens an upload without sending any of its bytes. */
function openUpload(name: string, size: number): Socket {
  const cookie = [...person.browser.cookies].map(([key, value]) => `${key}=${value}`).join('; ');
  const socket = connect(Number(new URL(product.url).port), 'localhost');
  socket.write(
    [
      `POST /api/instructions/${instructionId}/files HTTP/1.1`,
      'Host: localhost',
      'X-Forwarded-For: 10.9.9.9',
      `Cookie: ${cookie}`,
      'Content-Type: application/octet-stream',
      `Content-Length: ${size}`,
      `X-File-Name: ${name}`,
      '',
      '',
    ].join('\r\n'),
  );
  return socket;
}

/** Begins an upload and sends only the first part; the rest is for the test to send. */
async function beginUpload(size: number, firstPart: Buffer): Promise<Socket> {
  const socket = openUpload('a.txt', size);
  socket.write(firstPart);
  await vi.waitFor(async () => expect(await usedBytes()).toBe(size), { timeout: 10_000 });
  return socket;
}

/** As after the time that a process without a sign of life has. */
const letLeaseRunOut = () =>
  product.database.rows(sql`
    update instruction_files set lease_until = now() - interval '1 second'
    where user_id = ${person.userId}`);

const answerOf = (socket: Socket) =>
  new Promise<string>((resolve) => socket.once('data', (data) => resolve(data.toString())));

describe('an object that was changed behind our back', () => {
  const damaged = async (change: (bytes: Buffer) => Buffer) => {
    await newInstruction();
    const { id } = await attach(person, instructionId, 'a.txt', textOf(3 * 65_536, 'a'));
    const [path = ''] = ownObjects();
    writeFileSync(path, change(readFileSync(path)));
    return id;
  };

  it('is answered as unreadable when it was cut', async () => {
    const id = await damaged((bytes) => bytes.subarray(0, bytes.length - 10));
    expect(await failureOf(person.browser.downloadFile({ params: { id } }))).toMatchObject({
      status: 500,
      code: 'content_unreadable',
    });
  });

  it('breaks the download off before the changed segment', async () => {
    const id = await damaged((bytes) => {
      bytes.writeUInt8(bytes.readUInt8(100_000) ^ 1, 100_000);
      return bytes;
    });
    await expect(download(id)).rejects.toThrow();
  });

  it('is not read in the place of another one', async () => {
    await newInstruction();
    await attach(person, instructionId, 'a.txt', textOf(1000, 'a'));
    const { id } = await attach(person, instructionId, 'b.txt', textOf(1000, 'b'));
    const [one = '', two = ''] = ownObjects();
    const [oneBytes, twoBytes] = [readFileSync(one), readFileSync(two)];
    writeFileSync(one, twoBytes);
    writeFileSync(two, oneBytes);
    await expect(download(id)).rejects.toThrow();
  });
});

describe('an upload that breaks off', () => {
  it('leaves nothing behind', async () => {
    await newInstruction();
    const socket = await beginUpload(5_000_000, textOf(1_000_000));
    socket.destroy();
    await vi.waitFor(async () => expect(await usedBytes()).toBe(0), { timeout: 10_000 });
    expect(await filesOf()).toEqual([]);
    await vi.waitFor(() => expect(ownObjects()).toEqual([]), { timeout: 10_000 });
  });

  it('because its process died is free again when its hold has run out, and not before', async () => {
    await newInstruction();
    await product.database.rows(sql`
      insert into instruction_files (id, user_id, instruction_id, object_key, file_name, name_digest,
        size_bytes, mime_type, state, created_at, lease_until)
      values (gen_random_uuid(), ${person.userId}, ${instructionId}, 'files/left/behind', '', '',
        1000, 'text/plain', 'uploading', now(), now() + interval '20 seconds')`);
    expect(await filesOf()).toEqual([]);
    await freeUploads(product);
    expect(await usedBytes()).toBe(1000);
    await letLeaseRunOut();
    await freeUploads(product);
    expect(await usedBytes()).toBe(0);
  });
});

describe('a file that is still arriving', () => {
  it('leaves nothing behind when its instruction is deleted meanwhile', async () => {
    await newInstruction();
    const socket = await beginUpload(200_000, textOf(100_000));
    await person.browser.deleteInstruction({ params: { id: instructionId } });
    await removeObjects(product);
    const answer = answerOf(socket);
    socket.write(textOf(100_000));
    expect(await answer).toContain('404');
    socket.destroy();
    expect(await usedBytes()).toBe(0);
    await vi.waitFor(() => expect(ownObjects()).toEqual([]), { timeout: 10_000 });
  });

  it('keeps its place however slowly it comes, as long as its process lives', async () => {
    await newInstruction();
    const socket = await beginUpload(200_000, textOf(100_000));
    await letLeaseRunOut();
    const isHeld = async () =>
      (
        await product.database.rows(sql`
          select 1 from instruction_files
          where user_id = ${person.userId} and lease_until > now()`)
      ).length > 0;
    await vi.waitFor(async () => expect(await isHeld()).toBe(true), { timeout: 20_000 });
    await freeUploads(product);
    const answer = answerOf(socket);
    socket.write(textOf(100_000));
    expect(await answer).toContain('200 OK');
    socket.destroy();
  });

  it('is not swept away as old because the clock was put ahead', async () => {
    await newInstruction();
    const socket = await beginUpload(200_000, textOf(100_000));
    const half = join(product.dataDir, 'objects', '.unfinished');
    await vi.waitFor(() => expect(readdirSync(half)).toHaveLength(1));
    const month = 30 * 24 * hour;
    product.clock.advance(month);
    await sweepObjects(product);
    product.clock.advance(-month);
    const answer = answerOf(socket);
    socket.write(textOf(100_000));
    expect(await answer).toContain('200 OK');
    socket.destroy();
  });

  it('is refused when its instruction is sent meanwhile', async () => {
    await newInstruction();
    const socket = await beginUpload(200_000, textOf(100_000));
    await product.database.rows(
      sql`update instructions set status = 'sent' where id = ${instructionId}`,
    );
    const answer = answerOf(socket);
    socket.write(textOf(100_000));
    expect(await answer).toContain('instruction_closed');
    socket.destroy();
    expect(await filesOf()).toEqual([]);
  });

  it('takes only so many places at once for one owner, and leaves the others theirs', async () => {
    await newInstruction();
    const slow = person;
    const sockets = Array.from({ length: 25 }, (_, place) => openUpload(`${place}.txt`, 2));
    for (const socket of sockets) socket.write('a');
    const begun = 2 * limits.uploadsAtOnce;
    await vi.waitFor(async () => expect(await usedBytes()).toBe(begun), { timeout: 10_000 });

    await newInstruction();
    await attach(person, instructionId, 'a.txt', textOf(1000));
    expect(await filesOf()).toHaveLength(1);
    expect((await slow.browser.getStorage()).used_mb * mb).toBe(begun);

    for (const socket of sockets) socket.write('b');
    const stored = async () => (await slow.browser.getStorage()).used_mb * mb;
    await vi.waitFor(async () => expect(await stored()).toBe(50), { timeout: 10_000 });
    for (const socket of sockets) socket.destroy();
  });
});

describe('a file that was meant to be attached', () => {
  const expected = async () =>
    (await person.browser.getInstruction({ params: { id: instructionId } })).expected_files;
  const meant = (file_name: string, size_bytes = 1000) => ({ file_name, size_bytes });
  const newInstructionMeaning = async (...expected_files: ReturnType<typeof meant>[]) => {
    person = await signedInPerson(product);
    const written = await writeInstruction(person, { expected_files });
    instructionId = written.id;
    return written;
  };

  it('stays known from the moment its instruction is saved until it arrives', async () => {
    const written = await newInstructionMeaning(meant('паспорт.txt'), meant('b.txt'));
    expect(written.expected_files).toMatchObject([meant('паспорт.txt'), meant('b.txt')]);
    expect(await usedBytes()).toBe(0);
    await attach(person, instructionId, 'b.txt', textOf(1000));
    expect(await expected()).toMatchObject([{ ...meant('паспорт.txt'), is_arriving: false }]);
    const { instructions } = await person.browser.listInstructions();
    expect(instructions).toMatchObject([{ files: [{}], expected_files: [meant('паспорт.txt')] }]);
    await attach(person, instructionId, 'паспорт.txt', textOf(1000));
    expect(await expected()).toEqual([]);
  });

  it('lies there under a sealed name', async () => {
    await newInstructionMeaning(meant('secret-name.txt'));
    const [row] = await product.database.rows(
      sql`select to_json(expected_files)::text as row from expected_files where user_id = ${person.userId}`,
    );
    expect(JSON.stringify(row)).not.toContain('secret-name');
  });

  it('is expected again when its upload breaks off, also one that nobody announced', async () => {
    await newInstruction();
    const socket = await beginUpload(5_000_000, textOf(1_000_000));
    expect(await expected()).toMatchObject([{ ...meant('a.txt', 5_000_000), is_arriving: true }]);
    socket.destroy();
    await vi.waitFor(async () => expect(await usedBytes()).toBe(0), { timeout: 10_000 });
    expect(await expected()).toMatchObject([{ ...meant('a.txt', 5_000_000), is_arriving: false }]);
  });

  it('is forgotten when it is given up, and what is arriving of it is refused', async () => {
    await newInstruction();
    const socket = await beginUpload(200_000, textOf(100_000));
    const [file] = await expected();
    await person.browser.giveUpFile({ params: { id: file?.id ?? '' } });
    expect(await usedBytes()).toBe(0);
    const answer = answerOf(socket);
    socket.write(textOf(100_000));
    expect(await answer).toContain('404');
    socket.destroy();
    expect(await expected()).toEqual([]);
    expect(await filesOf()).toEqual([]);
  });

  it('can be another one, chosen in its place', async () => {
    const { expected_files } = await newInstructionMeaning(meant('a.txt'), meant('b.txt'));
    const { expected_files: now } = await person.browser.expectFiles({
      params: { id: instructionId },
      body: { expected_files: [meant('c.txt')], instead_of: expected_files[0]?.id },
    });
    expect(now).toMatchObject([meant('b.txt'), meant('c.txt')]);
  });

  it('is given up neither by naming that of somebody else, nor that of another instruction', async () => {
    const stranger = await signedInPerson(product);
    const foreign = await writeInstruction(stranger, { expected_files: [meant('a.txt')] });
    await newInstructionMeaning();
    const beside = await writeInstruction(person, { expected_files: [meant('a.txt')] });
    for (const { expected_files } of [foreign, beside]) {
      await person.browser.expectFiles({
        params: { id: instructionId },
        body: { expected_files: [meant('c.txt')], instead_of: expected_files[0]?.id },
      });
    }
    for (const [{ browser }, { id }] of [[stranger, foreign] as const, [person, beside] as const]) {
      const { expected_files } = await browser.getInstruction({ params: { id } });
      expect(expected_files).toMatchObject([meant('a.txt')]);
    }
  });

  it('is not expected when it is there, and counts towards the limit when it is not', async () => {
    await newInstructionMeaning();
    await attach(person, instructionId, 'a.txt', textOf(1000));
    const announce = (files: ReturnType<typeof meant>[]) =>
      person.browser.expectFiles({
        params: { id: instructionId },
        body: { expected_files: files },
      });
    expect((await announce([meant('a.txt')])).expected_files).toEqual([]);
    await product.database.rows(sql`
      insert into expected_files (id, user_id, instruction_id, file_name, name_digest, size_bytes, created_at)
      select gen_random_uuid(), ${person.userId}, ${instructionId}, '', 'n' || place, 1, now()
      from generate_series(2, ${limits.files}) place`);
    expect(await failureOf(announce([meant('b.txt')]))).toMatchObject({
      code: 'file_limit_reached',
    });
    await person.browser.deleteInstruction({ params: { id: instructionId } });
    const left = await product.database.rows(
      sql`select 1 from expected_files where user_id = ${person.userId}`,
    );
    expect(left).toEqual([]);
  });
});

describe('an object that cannot be removed', () => {
  it('does not keep the others, and is tried again later', async () => {
    await newInstruction();
    const names = ['a.txt', 'b.txt', 'c.txt'];
    for (const name of names) await attach(person, instructionId, name, textOf(100, name));
    const [stuck = ''] = await product.database
      .rows<{ object_key: string }>(
        sql`select object_key from instruction_files where user_id = ${person.userId} limit 1`,
      )
      .then((rows) => rows.map(({ object_key }) => object_key));
    const { remove } = product.store;
    const store = {
      ...product.store,
      remove: async (keys: readonly string[]) => {
        if (keys.includes(stuck)) throw new Error('stuck');
        await remove(keys);
      },
    };
    // The rows go without the job that would remove the objects at once.
    await product.database.rows(sql`delete from instructions where id = ${instructionId}`);
    await expect(removeObjects({ database: product.database, store })).rejects.toThrow('stuck');
    expect(ownObjects()).toHaveLength(1);
    await expect(removeObjects({ database: product.database, store })).resolves.toBeUndefined();
    await product.database.rows(sql`update object_removals set due_at = now()`);
    await removeObjects(product);
    expect(ownObjects()).toEqual([]);
  });
});
