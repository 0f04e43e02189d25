import { and, eq } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { unreachedAddresses } from './bounce-tables.ts';

export type UnreachedAddress = typeof unreachedAddresses.$inferSelect;

/** A mail to this address of an owner did not arrive. */
export async function noteUnreached(
  database: Database,
  { user_id, address, ...facts }: UnreachedAddress,
): Promise<void> {
  await database
    .db()
    .insert(unreachedAddresses)
    .values({ user_id, address, ...facts })
    .onConflictDoUpdate({
      target: [unreachedAddresses.user_id, unreachedAddresses.address],
      set: facts,
    });
}

/** Something that only a mail to this address brings has come back from its owner. */
export async function forgetUnreached(
  database: Database,
  userId: string,
  address: UnreachedAddress['address'],
): Promise<void> {
  await database
    .db()
    .delete(unreachedAddresses)
    .where(and(eq(unreachedAddresses.user_id, userId), eq(unreachedAddresses.address, address)));
}
