import { feature } from '../../../feature.ts';
import { storageRoutes } from './storage-routes.ts';

export { lockStorage, readStorage, storageColumns, storageOf } from './storage-repository.ts';
export { fits, remainingBytes, type StorageState, storageViewOf } from './storage-rules.ts';
export { userStorage, userStorageUsage } from './storage-tables.ts';

export const storageFeature = feature({
  name: 'storage',
  routes: ({ database }) => storageRoutes(database),
});
