import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { keysOf, objectStores, streamOf } from '../../../../test/object-stores.ts';
import type { ObjectStore } from '../../../platform/file-storage/object-store.ts';
import type { Tombstone } from './backup-rules.ts';
import { listStoredTombstones, storeTombstone } from './tombstones.ts';

describe.each(objectStores)('the tombstones in %s', (_, openStore) => {
  let store: ObjectStore;
  let close: () => Promise<void>;
  beforeEach(async () => {
    ({ store, close } = await openStore());
  });
  afterEach(() => close());

  it('are found again, each once however often it was kept, and nothing else is taken for one', async () => {
    const kept: Tombstone[] = [1, 2].map((moment) => ({
      user_id: randomUUID(),
      deleted_at: new Date(moment),
    }));
    await store.put(`files/${randomUUID()}`, streamOf('a'), 1);
    await store.put('tombstones/other', streamOf('a'), 1);
    for (const tombstone of [...kept, ...kept]) await storeTombstone(store, tombstone);
    const found: Tombstone[] = [];
    for await (const tombstone of listStoredTombstones(store)) found.push(tombstone);
    expect(new Set(found)).toEqual(new Set(kept));
    expect(await keysOf(store, 'tombstones/')).toHaveLength(3);
  });
});
