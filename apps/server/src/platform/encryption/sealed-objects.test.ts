import { createSecretKey, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { objectStores, streamOf } from '../../../test/object-stores.ts';
import type { ObjectStore } from '../file-storage/object-store.ts';
import { openBytes, sealBytes, sealedSize } from './sealed-stream.ts';

const key = createSecretKey(Buffer.alloc(32, 1));

describe.each(objectStores)('a sealed file in %s', (_, open) => {
  let store: ObjectStore;
  let close: () => Promise<void>;
  beforeAll(async () => {
    ({ store, close } = await open());
  });
  afterAll(() => close());

  async function opened(): Promise<Buffer> {
    const parts: Buffer[] = [];
    for await (const part of openBytes(key, 'here', await store.get('owner/file'))) {
      parts.push(part);
    }
    return Buffer.concat(parts);
  }

  it('opens for concurrent readers, which free their chunks', async () => {
    const bytes = randomBytes(3_000_000);
    const sealed = sealBytes(key, 'here', streamOf(bytes), bytes.length);
    await store.put('owner/file', sealed, sealedSize(bytes.length));
    const read = await Promise.all(Array.from({ length: 8 }, opened));
    for (const one of read) expect(one.equals(bytes)).toBe(true);
  });
});
