import { eq, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { trustedContacts } from '../../people/contacts/index.ts';
import { activationPinTries } from '../protocol-tables.ts';

export type PinTries = Pick<typeof activationPinTries.$inferSelect, 'failures' | 'locked_until'>;

/** The tries of a contact, held until the transaction ends; undefined when it is gone. */
export async function lockPinTries(
  database: Database,
  contactId: string,
): Promise<PinTries | undefined> {
  await database.rows(sql`
    insert into ${activationPinTries} (contact_id)
    select ${trustedContacts.id} from ${trustedContacts} where ${trustedContacts.id} = ${contactId}
    on conflict do nothing`);
  const [tries] = await database
    .db()
    .select({
      failures: activationPinTries.failures,
      locked_until: activationPinTries.locked_until,
    })
    .from(activationPinTries)
    .where(eq(activationPinTries.contact_id, contactId))
    .for('update');
  return tries;
}

export async function savePinTries(
  database: Database,
  contactId: string,
  tries: PinTries,
): Promise<void> {
  await database
    .db()
    .update(activationPinTries)
    .set(tries)
    .where(eq(activationPinTries.contact_id, contactId));
}
