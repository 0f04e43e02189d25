import { and, desc, eq, gt, isNull } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { accountLinks } from './account-tables.ts';

export type Link = typeof accountLinks.$inferSelect;
export type LinkPurpose = Link['purpose'];

export async function insertLink(database: Database, link: Link): Promise<void> {
  await database.db().insert(accountLinks).values(link);
}

export async function findLink(
  database: Database,
  by: { id: string } | { purpose: LinkPurpose; digest: string },
) {
  const [link] = await database
    .db()
    .select()
    .from(accountLinks)
    .where(
      'id' in by
        ? eq(accountLinks.id, by.id)
        : and(eq(accountLinks.purpose, by.purpose), eq(accountLinks.digest, by.digest)),
    );
  return link;
}

/** Marks a link as used. Returns true for exactly one of any number of concurrent attempts. */
export async function consumeLink(database: Database, id: string, now: Date): Promise<boolean> {
  const used = await database
    .db()
    .update(accountLinks)
    .set({ used_at: now })
    .where(
      and(eq(accountLinks.id, id), isNull(accountLinks.used_at), gt(accountLinks.expires_at, now)),
    )
    .returning({ id: accountLinks.id });
  return used.length > 0;
}

/** Newest first. */
export async function listUnusedLinks(database: Database, userId: string, purpose: LinkPurpose) {
  return database
    .db()
    .select()
    .from(accountLinks)
    .where(isUnused(userId, purpose))
    .orderBy(desc(accountLinks.created_at));
}

export async function deleteUnusedLinks(database: Database, userId: string, purpose: LinkPurpose) {
  await database.db().delete(accountLinks).where(isUnused(userId, purpose));
}

export async function updateLinkExpiry(
  database: Database,
  emailChangeId: string,
  purpose: LinkPurpose,
  expiresAt: Date,
): Promise<Link | undefined> {
  const [link] = await database
    .db()
    .update(accountLinks)
    .set({ expires_at: expiresAt })
    .where(and(eq(accountLinks.email_change_id, emailChangeId), eq(accountLinks.purpose, purpose)))
    .returning();
  return link;
}

function isUnused(userId: string, purpose: LinkPurpose) {
  return and(
    eq(accountLinks.user_id, userId),
    eq(accountLinks.purpose, purpose),
    isNull(accountLinks.used_at),
  );
}
