/** What features with content use of this one: owners' keys, and the table they are read along from. */
export { assertMasterKeysSuffice } from './check-keys.ts';
export type { KeyTable, KeyTables } from './key-table-repository.ts';
export { wrappedKey, wrappedKeyColumns } from './owner-key-repository.ts';
export { ownerKeys } from './owner-key-table.ts';
export type { Vault } from './vault.ts';
