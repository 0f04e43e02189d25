import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { limits } from '@zavet/contract/limits';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { hour } from '../../../../test/durations.ts';
import { failureOf } from '../../../../test/failure-of.ts';
import { textOf } from '../../../../test/sample-files.ts';
import { startTestProduct, type TestProduct } from '../../../../test/test-product.ts';
import {
  answerOf,
  type InstructionWithFiles,
  newInstruction,
  objectsOf,
} from '../../../../test/upload-fixture.ts';
import { freeUploads, removeObjects, sweepObjects } from './clean-up-files.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.stop());

const ownObjects = ({ owner }: InstructionWithFiles) => objectsOf(product, owner.userId);

const download = async ({ owner }: InstructionWithFiles, id: string) =>
  (await owner.browser.downloadFile({ params: { id } })).arrayBuffer();

/** Simulates a process that no longer renews its leases. */
const expireLease = ({ owner }: InstructionWithFiles) =>
  product.database.rows(sql`
    update instruction_files set lease_until = now() - interval '1 second'
    where user_id = ${owner.userId}`);

describe('a modified object', () => {
  const attachAndDamage = async (change: (bytes: Buffer) => Buffer) => {
    const instruction = await newInstruction(product);
    const { id } = await instruction.attach('a.txt', textOf(3 * 65_536, 'a'));
    const [path = ''] = ownObjects(instruction);
    writeFileSync(path, change(readFileSync(path)));
    return () => download(instruction, id);
  };

  it('is reported as unreadable when it was truncated', async () => {
    const read = await attachAndDamage((bytes) => bytes.subarray(0, bytes.length - 10));
    expect(await failureOf(read())).toMatchObject({ status: 500, code: 'content_unreadable' });
  });

  it('aborts the download before the modified segment', async () => {
    const read = await attachAndDamage((bytes) => {
      bytes.writeUInt8(bytes.readUInt8(100_000) ^ 1, 100_000);
      return bytes;
    });
    await expect(read()).rejects.toThrow();
  });

  it('is not accepted in place of another one', async () => {
    const instruction = await newInstruction(product);
    await instruction.attach('a.txt', textOf(1000, 'a'));
    const { id } = await instruction.attach('b.txt', textOf(1000, 'b'));
    const [one = '', two = ''] = ownObjects(instruction);
    const [oneBytes, twoBytes] = [readFileSync(one), readFileSync(two)];
    writeFileSync(one, twoBytes);
    writeFileSync(two, oneBytes);
    await expect(download(instruction, id)).rejects.toThrow();
  });
});

describe('an interrupted upload', () => {
  it('leaves nothing behind', async () => {
    const instruction = await newInstruction(product);
    const socket = await instruction.startUpload(5_000_000, textOf(1_000_000));
    socket.destroy();
    await vi.waitFor(async () => expect(await instruction.usedBytes()).toBe(0), {
      timeout: 10_000,
    });
    expect(await instruction.files()).toEqual([]);
    await vi.waitFor(() => expect(ownObjects(instruction)).toEqual([]), { timeout: 10_000 });
  });

  it('of a dead process is released after its lease has expired, not before', async () => {
    const instruction = await newInstruction(product);
    await product.database.rows(sql`
      insert into instruction_files (id, user_id, instruction_id, object_key, file_name, name_digest,
        size_bytes, mime_type, state, created_at, lease_until)
      values (gen_random_uuid(), ${instruction.owner.userId}, ${instruction.id}, 'files/left/behind', '', '',
        1000, 'text/plain', 'uploading', now(), now() + interval '20 seconds')`);
    expect(await instruction.files()).toEqual([]);
    await freeUploads(product);
    expect(await instruction.usedBytes()).toBe(1000);
    await expireLease(instruction);
    await freeUploads(product);
    expect(await instruction.usedBytes()).toBe(0);
  });
});

describe('an upload in progress', () => {
  it('leaves nothing behind when its instruction is deleted', async () => {
    const instruction = await newInstruction(product);
    const socket = await instruction.startUpload(200_000, textOf(100_000));
    await instruction.owner.browser.deleteInstruction({ params: { id: instruction.id } });
    await removeObjects(product);
    const answer = answerOf(socket);
    socket.write(textOf(100_000));
    expect(await answer).toContain('404');
    socket.destroy();
    expect(await instruction.usedBytes()).toBe(0);
    await vi.waitFor(() => expect(ownObjects(instruction)).toEqual([]), { timeout: 10_000 });
  });

  it('keeps its lease regardless of its speed while its process lives', async () => {
    const instruction = await newInstruction(product);
    const socket = await instruction.startUpload(200_000, textOf(100_000));
    // The lease is short but has not expired: the scheduled job could run before the next renewal.
    await product.database.rows(sql`
      update instruction_files set lease_until = now() + interval '15 seconds'
      where user_id = ${instruction.owner.userId}`);
    const isRenewed = async () =>
      (
        await product.database.rows(sql`
          select 1 from instruction_files
          where user_id = ${instruction.owner.userId}
            and lease_until > now() + interval '16 seconds'`)
      ).length > 0;
    await vi.waitFor(async () => expect(await isRenewed()).toBe(true), { timeout: 20_000 });
    await freeUploads(product);
    const answer = answerOf(socket);
    socket.write(textOf(100_000));
    expect(await answer).toContain('200 OK');
    socket.destroy();
  });

  it('is not swept as old when the clock is advanced', async () => {
    const instruction = await newInstruction(product);
    const socket = await instruction.startUpload(200_000, textOf(100_000));
    const partialObjects = join(product.dataDir, 'objects', '.unfinished');
    await vi.waitFor(() => expect(readdirSync(partialObjects)).toHaveLength(1));
    const month = 30 * 24 * hour;
    product.clock.advance(month);
    await sweepObjects(product);
    product.clock.advance(-month);
    const answer = answerOf(socket);
    socket.write(textOf(100_000));
    expect(await answer).toContain('200 OK');
    socket.destroy();
  });

  it('is refused when its instruction was sent', async () => {
    const instruction = await newInstruction(product);
    const socket = await instruction.startUpload(200_000, textOf(100_000));
    await product.database.rows(
      sql`update instructions set status = 'sent' where id = ${instruction.id}`,
    );
    const answer = answerOf(socket);
    socket.write(textOf(100_000));
    expect(await answer).toContain('instruction_closed');
    socket.destroy();
    expect(await instruction.files()).toEqual([]);
  });

  it('is limited per owner without affecting other owners', async () => {
    const slow = await newInstruction(product);
    const sockets = Array.from({ length: 25 }, (_, place) => slow.openUpload(`${place}.txt`, 2));
    for (const socket of sockets) socket.write('a');
    const startedBytes = 2 * limits.uploadsAtOnce;
    await vi.waitFor(async () => expect(await slow.usedBytes()).toBe(startedBytes), {
      timeout: 10_000,
    });

    const other = await newInstruction(product);
    await other.attach('a.txt', textOf(1000));
    expect(await other.files()).toHaveLength(1);
    expect(await slow.usedBytes()).toBe(startedBytes);

    for (const socket of sockets) socket.write('b');
    await vi.waitFor(async () => expect(await slow.usedBytes()).toBe(50), { timeout: 10_000 });
    for (const socket of sockets) socket.destroy();
  });
});

describe('an object that cannot be removed', () => {
  it('does not block the others, and is retried later', async () => {
    const instruction = await newInstruction(product);
    const names = ['a.txt', 'b.txt', 'c.txt'];
    for (const name of names) await instruction.attach(name, textOf(100, name));
    const [stuck = ''] = await product.database
      .rows<{ object_key: string }>(
        sql`select object_key from instruction_files where user_id = ${instruction.owner.userId} limit 1`,
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
    // Deletes the rows without the job that would remove the objects immediately.
    await product.database.rows(sql`delete from instructions where id = ${instruction.id}`);
    await expect(removeObjects({ database: product.database, store })).rejects.toThrow('stuck');
    expect(ownObjects(instruction)).toHaveLength(1);
    await expect(removeObjects({ database: product.database, store })).resolves.toBeUndefined();
    await product.database.rows(sql`update object_removals set due_at = now()`);
    await removeObjects(product);
    expect(ownObjects(instruction)).toEqual([]);
  });
});
