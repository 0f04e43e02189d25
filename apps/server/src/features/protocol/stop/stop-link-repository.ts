import { and, eq, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { activationRequests } from '../protocol-tables.ts';
import { vetoLinks } from '../release-tables.ts';

export type VetoLink = typeof vetoLinks.$inferSelect;

/** Adds a link; one that the mailbox has for this activation already stays. */
export async function insertVetoLink(
  database: Database,
  link: typeof vetoLinks.$inferInsert,
): Promise<void> {
  await database.db().insert(vetoLinks).values(link).onConflictDoNothing();
}

export async function findVetoLink(
  database: Database,
  activationId: string,
  mailboxDigest: string,
): Promise<VetoLink | undefined> {
  const [link] = await database
    .db()
    .select()
    .from(vetoLinks)
    .where(
      and(eq(vetoLinks.activation_id, activationId), eq(vetoLinks.mailbox_digest, mailboxDigest)),
    );
  return link;
}

export async function findVetoLinkByDigest(
  database: Database,
  digest: string,
): Promise<VetoLink | undefined> {
  const [link] = await database.db().select().from(vetoLinks).where(eq(vetoLinks.digest, digest));
  return link;
}

export async function markVetoLinkUsed(database: Database, id: string, now: Date): Promise<void> {
  await database.db().update(vetoLinks).set({ used_at: now }).where(eq(vetoLinks.id, id));
}

/** Ends the links that were mailed to this mailbox of an owner. */
export async function deleteVetoLinksOf(
  database: Database,
  ownerId: string,
  mailboxDigest: string,
): Promise<void> {
  await database.rows(sql`
    delete from ${vetoLinks}
    where ${vetoLinks.mailbox_digest} = ${mailboxDigest} and ${vetoLinks.activation_id} in (
      select ${activationRequests.id} from ${activationRequests}
      where ${activationRequests.deceased_user_id} = ${ownerId})`);
}
