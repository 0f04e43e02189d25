import { once } from 'node:events';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { unpacked } from '../../test/data-export.ts';
import { streamedZip } from './zip.ts';

const modified_at = new Date('2026-11-17T12:00:00Z');
const entry = (name: string, bytes: Buffer | Readable) => ({ name, modified_at, bytes });

test('what is written last can tell what was written before, and every byte comes back', async () => {
  const told: string[] = [];
  const zip = await streamedZip(async (add) => {
    for (const name of ['a.txt', 'б.txt']) {
      await add(entry(name, Readable.from([Buffer.from(name), Buffer.alloc(300_000, 1)])));
      told.push(name);
    }
    await add(entry('empty', Buffer.alloc(0)));
    await add(entry('index', Buffer.from(told.join())));
  });
  const entries = await unpacked(await buffer(zip));
  expect([...entries.keys()]).toEqual(['a.txt', 'б.txt', 'empty', 'index']);
  expect(entries.get('index')?.toString()).toBe('a.txt,б.txt');
  expect(entries.get('б.txt')?.length).toBe(300_000 + Buffer.byteLength('б.txt'));
});

test('a file is not asked for more than its reader takes', async () => {
  let given = 0;
  const endless = new Readable({
    read() {
      given += 1;
      // Nothing in it can be packed to less.
      this.push(crypto.getRandomValues(Buffer.alloc(65_536)));
    },
  });
  const zip = await streamedZip((add) => add(entry('endless', endless)));
  for await (const chunk of zip) {
    expect(chunk.length).toBeGreaterThan(0);
    break;
  }
  expect(given).toBeLessThan(60);
  if (!endless.closed) await once(endless, 'close');
});

test('a failure in the middle is a failure of the archive, never a shorter one', async () => {
  const zip = await streamedZip(async (add) => {
    await add(entry('a', Buffer.from('a')));
    throw new Error('taken back');
  });
  await expect(buffer(zip)).rejects.toThrow('taken back');
});

test('a reader who goes away ends the writing', async () => {
  const ended = Promise.withResolvers<unknown>();
  const source = new Readable({ read() {} });
  source.push(Buffer.alloc(10));
  const zip = await streamedZip((add) =>
    add(entry('slow', source)).catch((error: unknown) => {
      ended.resolve(error);
      throw error;
    }),
  );
  zip.destroy();
  await once(source, 'close');
  expect(String(await ended.promise)).toContain('Nobody reads');
});
