import { and, eq, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { activationRequests } from '../protocol-tables.ts';
import { stopLinks } from '../release-tables.ts';

export type StopLink = typeof stopLinks.$inferSelect;

/** Adds a link; one that the mailbox has for this activation already stays. */
export async function insertStopLink(
  database: Database,
  link: typeof stopLinks.$inferInsert,
): Promise<void> {
  await database.db().insert(stopLinks).values(link).onConflictDoNothing();
}

export async function findStopLink(
  database: Database,
  activationId: string,
  mailboxDigest: string,
): Promise<StopLink | undefined> {
  const [link] = await database
    .db()
    .select()
    .from(stopLinks)
    .where(
      and(eq(stopLinks.activation_id, activationId), eq(stopLinks.mailbox_digest, mailboxDigest)),
    );
  return link;
}

export async function findStopLinkByDigest(
  database: Database,
  digest: string,
): Promise<StopLink | undefined> {
  const [link] = await database.db().select().from(stopLinks).where(eq(stopLinks.digest, digest));
  return link;
}

export async function markLinkUsed(database: Database, id: string, now: Date): Promise<void> {
  await database.db().update(stopLinks).set({ used_at: now }).where(eq(stopLinks.id, id));
}

/** Ends the links that were mailed to this mailbox of an owner. */
export async function deleteStopLinksOf(
  database: Database,
  ownerId: string,
  mailboxDigest: string,
): Promise<void> {
  await database.rows(sql`
    delete from ${stopLinks}
    where ${stopLinks.mailbox_digest} = ${mailboxDigest} and ${stopLinks.activation_id} in (
      select ${activationRequests.id} from ${activationRequests}
      where ${activationRequests.deceased_user_id} = ${ownerId})`);
}
