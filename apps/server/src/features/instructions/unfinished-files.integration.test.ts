import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { limits } from '@zavet/contract/limits';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { failureOf } from '../../../test/failure-of.ts';
import { type Person, signedInPerson } from '../../../test/people.ts';
import { textOf } from '../../../test/sample-files.ts';
import { startTestProduct, type TestProduct } from '../../../test/test-product.ts';
import { attach, writeInstruction } from '../../../test/vault-things.ts';
import { removeObjects } from './remove-objects.ts';
import { sweepUploads } from './sweep-uploads.ts';

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

  it('because its process died is swept after an hour, and not before', async () => {
    await newInstruction();
    await product.database.rows(sql`
      insert into instruction_files (id, user_id, instruction_id, object_key, file_name, name_digest,
        size_bytes, mime_type, state, created_at)
      values (gen_random_uuid(), ${person.userId}, ${instructionId}, 'files/left/behind', '', '',
        1000, 'text/plain', 'uploading', ${product.clock.now().toISOString()})`);
    expect(await filesOf()).toEqual([]);
    const parts = { database: product.database, clock: product.clock, store: product.store };
    await sweepUploads(parts);
    expect(await usedBytes()).toBe(1000);
    product.clock.advance(3_600_001);
    await sweepUploads(parts);
    const [{ used } = { used: -1 }] = await product.database.rows<{ used: number }>(
      sql`select used_bytes::int as used from user_storage_usage where user_id = ${person.userId}`,
    );
    expect(used).toBe(0);
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
