import { and, eq, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { activationRequests } from '../protocol-tables.ts';
import { stopLinks } from '../release-tables.ts';
import type { OwnerAddress } from './stop-values.ts';

export type StopLink = typeof stopLinks.$inferSelect;

/** Adds a link; one that the address has for this activation already stays. */
export async function insertStopLink(database: Database, link: StopLink): Promise<void> {
  await database.db().insert(stopLinks).values(link).onConflictDoNothing();
}

export async function findStopLink(
  database: Database,
  activationId: string,
  address: OwnerAddress,
): Promise<StopLink | undefined> {
  const [link] = await database
    .db()
    .select()
    .from(stopLinks)
    .where(and(eq(stopLinks.activation_id, activationId), eq(stopLinks.address, address)));
  return link;
}

export async function findStopLinkByDigest(
  database: Database,
  digest: string,
): Promise<StopLink | undefined> {
  const [link] = await database.db().select().from(stopLinks).where(eq(stopLinks.digest, digest));
  return link;
}

/** The links that an owner's address got end with it. */
export async function deleteStopLinksOf(
  database: Database,
  ownerId: string,
  address: OwnerAddress,
): Promise<void> {
  await database.rows(sql`
    delete from ${stopLinks}
    where ${stopLinks.address} = ${address} and ${stopLinks.activation_id} in (
      select ${activationRequests.id} from ${activationRequests}
      where ${activationRequests.deceased_user_id} = ${ownerId})`);
}
