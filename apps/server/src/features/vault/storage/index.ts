import { storageEndpoints } from '@zavet/contract/vault/file-endpoints';
import { bytesPerMb } from '@zavet/contract/vault/file-rules';
import { feature } from '../../../feature.ts';
import { fail } from '../../../platform/failure.ts';
import { route } from '../../../platform/http/route.ts';
import { lockUser } from '../../identity/account/index.ts';
import { lockStorage, readStorage } from './storage-repository.ts';
import { fits, storageViewOf } from './storage-rules.ts';

export { lockStorage, readStorage, storageColumns, storageOf } from './storage-repository.ts';
export { fits, remainingBytes, type StorageState, storageViewOf } from './storage-rules.ts';
export { userStorage, userStorageUsage } from './storage-tables.ts';

export const storageFeature = feature({
  name: 'storage',
  routes: ({ database }) => [
    route(
      storageEndpoints.getStorage,
      async ({ owner }) => storageViewOf(await readStorage(database, owner.user_id)),
      { piggybacksSession: true },
    ),
    route(storageEndpoints.checkStorageLimit, ({ owner, body }) => {
      // Another owner's account must look like a missing one.
      if (body.p_user_id !== owner.user_id) return fail('not_found');
      return database.transaction(async () => {
        // All transactions lock the owner first; another order could deadlock with an upload.
        if (!(await lockUser(database, owner.user_id))) fail('session_missing');
        const storage = await lockStorage(database, owner.user_id);
        return fits(storage, Math.ceil(body.p_new_size_mb * bytesPerMb));
      });
    }),
  ],
});
