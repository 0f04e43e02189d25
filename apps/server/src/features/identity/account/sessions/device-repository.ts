import { and, eq, gte } from 'drizzle-orm';
import type { Database } from '../../../../platform/database/database.ts';
import { newId } from '../../../../platform/ids.ts';
import { knownDevices } from '../account-tables.ts';

export async function isKnownDevice(database: Database, userId: string, digest: string) {
  const found = await database
    .db()
    .select({ id: knownDevices.id })
    .from(knownDevices)
    .where(and(eq(knownDevices.user_id, userId), eq(knownDevices.device_digest, digest)));
  return found.length > 0;
}

export async function insertDevice(database: Database, userId: string, digest: string, now: Date) {
  await database
    .db()
    .insert(knownDevices)
    .values({ id: newId(), user_id: userId, device_digest: digest, created_at: now })
    .onConflictDoNothing();
}

/** Deletes all known devices or, if `since` is given, those added since that time. */
export async function deleteDevices(database: Database, userId: string, since?: Date) {
  await database
    .db()
    .delete(knownDevices)
    .where(and(eq(knownDevices.user_id, userId), since && gte(knownDevices.created_at, since)));
}

export async function listKnownDevices(database: Database, userId: string): Promise<string[]> {
  const rows = await database
    .db()
    .select({ digest: knownDevices.device_digest })
    .from(knownDevices)
    .where(eq(knownDevices.user_id, userId));
  return rows.map(({ digest }) => digest);
}
