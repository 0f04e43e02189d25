import { eq } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { accountRequests } from './account-tables.ts';

export type AccountRequest = typeof accountRequests.$inferSelect;

export async function insertAccountRequest(
  database: Database,
  request: AccountRequest,
): Promise<void> {
  await database.db().insert(accountRequests).values(request);
}

/** Takes a request out of the table, so that it is answered once however often its job runs. */
export async function takeAccountRequest(
  database: Database,
  id: string,
): Promise<AccountRequest | undefined> {
  const [request] = await database
    .db()
    .delete(accountRequests)
    .where(eq(accountRequests.id, id))
    .returning();
  return request;
}

export async function deleteRequestsOf(database: Database, email: string): Promise<void> {
  await database.db().delete(accountRequests).where(eq(accountRequests.email, email));
}
