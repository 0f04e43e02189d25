import { Readable } from 'node:stream';
import type { ObjectStore } from '../../../platform/file-storage/object-store.ts';
import { jobName } from '../../../platform/jobs/job.ts';
import {
  parseTombstoneKey,
  type Tombstone,
  tombstoneKey,
  tombstonePrefix,
} from './backup-rules.ts';

/** Enqueued with the deletion of an account. */
export const keepTombstoneJob = jobName<{ user_id: string; deleted_at: string }>('keep-tombstone');

/** Keeps a tombstone beside the files, where a lost database cannot take it along. May run twice. */
export async function keepTombstone(store: ObjectStore, tombstone: Tombstone): Promise<void> {
  const key = tombstoneKey(tombstone);
  if (await store.head(key)) return;
  await store.put(key, Readable.from([]), 0);
}

export async function* storedTombstones(store: ObjectStore): AsyncGenerator<Tombstone> {
  for await (const { key } of store.list(tombstonePrefix)) {
    const tombstone = parseTombstoneKey(key);
    if (tombstone) yield tombstone;
  }
}
