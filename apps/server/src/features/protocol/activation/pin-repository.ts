import { eq } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { activationPinTries } from '../protocol-tables.ts';

export type PinTries = Pick<typeof activationPinTries.$inferSelect, 'failures' | 'locked_until'>;

/** The tries of a contact, held until the transaction ends. */
export async function lockPinTries(database: Database, contactId: string): Promise<PinTries> {
  const db = database.db();
  await db.insert(activationPinTries).values({ contact_id: contactId }).onConflictDoNothing();
  const [tries] = await db
    .select({
      failures: activationPinTries.failures,
      locked_until: activationPinTries.locked_until,
    })
    .from(activationPinTries)
    .where(eq(activationPinTries.contact_id, contactId))
    .for('update');
  if (!tries) throw new Error('The tries of a contact vanished.');
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
