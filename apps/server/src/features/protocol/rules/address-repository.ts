import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { users } from '../../identity/account/index.ts';
import { trustedContacts } from '../../people/contacts/index.ts';
import { secondAddresses } from '../release-tables.ts';
import type { OwnerAddress } from '../stop/stop-values.ts';

export interface AddressRow {
  address: OwnerAddress;
  email: string;
  /** Null for the account's own address. */
  confirmed_at: Date | string | null;
}

/** Where an owner is warned: the account's own address, and a second one that was confirmed. */
export function listOwnerAddresses(database: Database, ownerId: string): Promise<AddressRow[]> {
  return database.rows<AddressRow>(sql`
    select 'first' as address, ${users.email} as email, null::timestamptz as confirmed_at
    from ${users} where ${users.id} = ${ownerId}
    union all
    select 'second', ${secondAddresses.email}, ${secondAddresses.confirmed_at} from ${secondAddresses}
    where ${secondAddresses.user_id} = ${ownerId} and ${secondAddresses.confirmed_at} is not null`);
}

/** The holder confirmed the address once: for an account, as a contact or as a second address. */
export async function isConfirmedAddress(database: Database, email: string): Promise<boolean> {
  const [found] = await database.rows<{ confirmed: boolean }>(sql`
    select exists (select from ${users}
        where ${users.email} = ${email} and ${users.email_verified})
      or exists (select from ${trustedContacts}
        where ${trustedContacts.email} = ${email} and ${trustedContacts.is_confirmed})
      or exists (select from ${secondAddresses}
        where ${secondAddresses.email} = ${email} and ${secondAddresses.confirmed_at} is not null)
      as confirmed`);
  return found?.confirmed ?? false;
}
