import type { KeyTables } from '../features/identity/owner-keys/key-table-repository.ts';
import { ownersKeys } from '../features/identity/owner-keys/owner-key-repository.ts';
import { requestKeys } from '../features/protocol/requests/request-tables.ts';

/** Where keys lie that a master key closes, besides the service key. */
export const keyTables: KeyTables = { owners: ownersKeys, requests: requestKeys };
