import { and, eq, or, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { activationRequests, protocolRules, vetoLinks } from '../protocol-tables.ts';

type VetoLink = typeof vetoLinks.$inferSelect;

/** Inserts a veto link, unless the mailbox already has one for this activation. */
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

interface KnownPaperCode {
  user_id: string;
  is_used: boolean;
}

/** Finds an owner by paper code: the valid one, or the last used one. */
export async function findPaperCode(
  database: Database,
  digest: string,
): Promise<KnownPaperCode | undefined> {
  const { user_id, veto_code_digest, used_veto_code_digest } = protocolRules;
  const [row] = await database
    .db()
    .select({ user_id, valid: veto_code_digest })
    .from(protocolRules)
    .where(or(eq(veto_code_digest, digest), eq(used_veto_code_digest, digest)));
  return row && { user_id: row.user_id, is_used: row.valid !== digest };
}

/** Marks a paper code as used. Only one of several concurrent calls returns true. */
export async function markPaperCodeUsed(database: Database, digest: string): Promise<boolean> {
  const used = await database
    .db()
    .update(protocolRules)
    .set({ veto_code_digest: null, veto_code_created_at: null, used_veto_code_digest: digest })
    .where(eq(protocolRules.veto_code_digest, digest))
    .returning({ user_id: protocolRules.user_id });
  return used.length > 0;
}
