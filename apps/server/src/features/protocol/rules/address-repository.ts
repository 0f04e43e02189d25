import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { users } from '../../account/public.ts';
import { secondAddresses } from '../release-tables.ts';
import type { OwnerAddress } from '../stop/stop-values.ts';

export interface AddressRow {
  address: OwnerAddress;
  email: string;
}

/** Where an owner is warned: the account's own address, and a second one that was confirmed. */
export function listOwnerAddresses(database: Database, ownerId: string): Promise<AddressRow[]> {
  return database.rows<AddressRow>(sql`
    select 'first' as address, ${users.email} as email from ${users} where ${users.id} = ${ownerId}
    union all
    select 'second', ${secondAddresses.email} from ${secondAddresses}
    where ${secondAddresses.user_id} = ${ownerId} and ${secondAddresses.confirmed_at} is not null`);
}
