import { and, eq, gt } from 'drizzle-orm';
import type { Database } from '../../../../platform/database/database.ts';
import { begunSignIns } from './factor-tables.ts';

export type BegunSignIn = typeof begunSignIns.$inferSelect;

/** Replaces an earlier one of this browser. */
export async function replaceBegunSignIn(database: Database, begun: BegunSignIn): Promise<void> {
  await database
    .db()
    .delete(begunSignIns)
    .where(
      and(
        eq(begunSignIns.user_id, begun.user_id),
        eq(begunSignIns.device_digest, begun.device_digest),
      ),
    );
  await database.db().insert(begunSignIns).values(begun);
}

export async function findBegunSignIn(database: Database, id: string, device: string, now: Date) {
  const [found] = await database
    .db()
    .select()
    .from(begunSignIns)
    .where(
      and(
        eq(begunSignIns.id, id),
        eq(begunSignIns.device_digest, device),
        gt(begunSignIns.expires_at, now),
      ),
    );
  return found;
}

export async function deleteBegunSignIn(database: Database, id: string): Promise<void> {
  await database.db().delete(begunSignIns).where(eq(begunSignIns.id, id));
}

export async function deleteBegunSignIns(database: Database, userId: string): Promise<void> {
  await database.db().delete(begunSignIns).where(eq(begunSignIns.user_id, userId));
}
