import { createReadStream } from 'node:fs';
import type { ObjectStore } from '../../../platform/file-storage/object-store.ts';
import { paths } from './backup-folder.ts';
import type { Tombstones } from './collect-tombstones.ts';
import type { Progress } from './progress.ts';
import { allInSlots } from './slots-of-work.ts';
import { objectsInParts } from './verify-backup.ts';

/** Puts the objects of a backup into the store; those of deleted accounts stay out. May run twice. */
export async function restoreObjects(
  store: ObjectStore,
  folder: string,
  tombstones: Tombstones,
  { tell, signal }: Progress,
): Promise<number> {
  let count = 0;
  for await (const part of objectsInParts(folder)) {
    const wanted = part.filter(({ user_id }) => !tombstones.has(user_id));
    await allInSlots(wanted, ({ key, size }) =>
      store.put(key, createReadStream(paths.object(folder, key)), size, signal),
    );
    count += wanted.length;
  }
  tell(`${count} files put back.`);
  return count;
}
