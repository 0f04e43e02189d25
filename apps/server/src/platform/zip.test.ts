import { once } from 'node:events';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { unzip } from '../../test/data-export.ts';
import { createZipStream } from './zip.ts';

const modified_at = new Date('2026-11-17T12:00:00Z');
const entry = (name: string, bytes: Buffer | Readable) => ({ name, modified_at, bytes });

test('a streamed ZIP contains all entries, and later ones may depend on earlier ones', async () => {
  const names: string[] = [];
  const zip = await createZipStream(async (add) => {
    for (const name of ['a.txt', 'б.txt']) {
      await add(entry(name, Readable.from([Buffer.from(name), Buffer.alloc(300_000, 1)])));
      names.push(name);
    }
    await add(entry('empty', Buffer.alloc(0)));
    await add(entry('index', Buffer.from(names.join())));
  });
  const entries = await unzip(await buffer(zip));
  expect([...entries.keys()]).toEqual(['a.txt', 'б.txt', 'empty', 'index']);
  expect(entries.get('index')?.toString()).toBe('a.txt,б.txt');
  expect(entries.get('б.txt')?.length).toBe(300_000 + Buffer.byteLength('б.txt'));
});

test('an entry is not read ahead of the archive', async () => {
  let chunks = 0;
  const endless = new Readable({
    read() {
      chunks += 1;
      // Random bytes cannot be compressed.
      this.push(crypto.getRandomValues(Buffer.alloc(65_536)));
    },
  });
  const zip = await createZipStream((add) => add(entry('endless', endless)));
  for await (const chunk of zip) {
    expect(chunk.length).toBeGreaterThan(0);
    break;
  }
  expect(chunks).toBeLessThan(60);
  if (!endless.closed) await once(endless, 'close');
});

test('a failed entry fails the archive instead of truncating it', async () => {
  const zip = await createZipStream(async (add) => {
    await add(entry('a', Buffer.from('a')));
    throw new Error('failed');
  });
  await expect(buffer(zip)).rejects.toThrow('failed');
});

test('an abandoned archive stops its writer', async () => {
  const ended = Promise.withResolvers<unknown>();
  const source = new Readable({ read() {} });
  source.push(Buffer.alloc(10));
  const zip = await createZipStream((add) =>
    add(entry('slow', source)).catch((error: unknown) => {
      ended.resolve(error);
      throw error;
    }),
  );
  zip.destroy();
  await once(source, 'close');
  expect(String(await ended.promise)).toContain('no longer read');
});
