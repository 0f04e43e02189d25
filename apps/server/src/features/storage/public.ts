/** What other features may use of this one: the quota and its lock. */
export { lockStorage, readStorage } from './storage-repository.ts';
export { fits, remainingBytes, storageViewOf } from './storage-rules.ts';
export { userStorage, userStorageUsage } from './storage-tables.ts';
