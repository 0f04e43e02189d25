import { eq } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { trustedContacts as contact } from '../../people/contacts/index.ts';
import { activationRequests } from '../protocol-tables.ts';

/** The contact who started a protocol, as the owner calls them; undefined once they are removed. */
export async function findStarter(
  database: Database,
  activationId: string,
): Promise<{ id: string; name: string } | undefined> {
  const [found] = await database
    .db()
    .select({ id: contact.id, name: contact.name })
    .from(activationRequests)
    .innerJoin(contact, eq(contact.id, activationRequests.trusted_contact_id))
    .where(eq(activationRequests.id, activationId));
  return found;
}
