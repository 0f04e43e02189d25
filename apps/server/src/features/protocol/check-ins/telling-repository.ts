import { and, asc, eq, isNotNull, isNull } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/new-id.ts';
import { trustedContacts } from '../../people/contacts/index.ts';
import { presenceRounds, presenceTellings } from './presence-tables.ts';

/** Notes who is to be told in a round, and gives each a telling of its own. */
export async function insertTellings(
  database: Database,
  roundId: string,
  contactIds: readonly string[],
): Promise<string[]> {
  if (contactIds.length === 0) return [];
  const tellings = contactIds.map((contact_id) => ({ id: newId(), round_id: roundId, contact_id }));
  await database.db().insert(presenceTellings).values(tellings);
  return tellings.map(({ id }) => id);
}

/** Who was told, or may have been, in a round. */
export async function listBegunTellings(database: Database, roundId: string): Promise<string[]> {
  const rows = await database
    .db()
    .select({ id: presenceTellings.id })
    .from(presenceTellings)
    .where(and(eq(presenceTellings.round_id, roundId), isNotNull(presenceTellings.begun_at)))
    .orderBy(asc(presenceTellings.id));
  return rows.map(({ id }) => id);
}

export async function beginTelling(database: Database, id: string, now: Date): Promise<void> {
  await database
    .db()
    .update(presenceTellings)
    .set({ begun_at: now })
    .where(and(eq(presenceTellings.id, id), isNull(presenceTellings.begun_at)));
}

/** A telling with its round and its contact, as long as the owner trusts that contact. */
export async function findTelling(database: Database, id: string) {
  const [found] = await database
    .db()
    .select({ telling: presenceTellings, round: presenceRounds, contact: trustedContacts })
    .from(presenceTellings)
    .innerJoin(presenceRounds, eq(presenceRounds.id, presenceTellings.round_id))
    .innerJoin(trustedContacts, eq(trustedContacts.id, presenceTellings.contact_id))
    .where(and(eq(presenceTellings.id, id), eq(trustedContacts.is_confirmed, true)));
  return found;
}
