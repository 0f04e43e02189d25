import { storageEndpoints } from '@zavet/contract/vault/file-endpoints';
import { bytesPerMb } from '@zavet/contract/vault/file-rules';
import type { Database } from '../../../platform/database/database.ts';
import { fail } from '../../../platform/failure.ts';
import { type Route, route } from '../../../platform/http/route.ts';
import { lockUser } from '../../identity/account/index.ts';
import { lockStorage, readStorage } from './storage-repository.ts';
import { fits, storageViewOf } from './storage-rules.ts';

export function storageRoutes(database: Database): Route[] {
  return [
    route(
      storageEndpoints.getStorage,
      async ({ owner }) => storageViewOf(await readStorage(database, owner.user_id)),
      { piggybacksSession: true },
    ),
    route(storageEndpoints.checkStorageLimit, ({ owner, body }) => {
      // Another owner is answered like one that does not exist.
      if (body.p_user_id !== owner.user_id) return fail('not_found');
      return database.transaction(async () => {
        // The owner first, as everywhere: another order could block an upload.
        if (!(await lockUser(database, owner.user_id))) fail('session_missing');
        const storage = await lockStorage(database, owner.user_id);
        return fits(storage, Math.ceil(body.p_new_size_mb * bytesPerMb));
      });
    }),
  ];
}
