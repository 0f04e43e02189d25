import type { SupportMailState } from '@zavet/contract/desk/support-values';
import { and, asc, eq, inArray, lt, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import type { WrappedOwnerKey } from '../../../platform/encryption/owner-key.ts';
import { ownerKeys, wrappedKeyColumns } from '../../identity/owner-keys/index.ts';
import type { SupportRequest } from './support-repository.ts';
import { supportMessages, supportRequests } from './support-tables.ts';

export type SupportMessage = typeof supportMessages.$inferSelect;

export async function insertSupportMessage(
  database: Database,
  message: SupportMessage,
): Promise<void> {
  await database.db().insert(supportMessages).values(message);
}

/** Oldest first. */
export async function listMessages(
  database: Database,
  requestIds: readonly string[],
): Promise<SupportMessage[]> {
  if (requestIds.length === 0) return [];
  return database
    .db()
    .select()
    .from(supportMessages)
    .where(inArray(supportMessages.request_id, [...requestIds]))
    .orderBy(asc(supportMessages.created_at), asc(supportMessages.id));
}

export async function findMessage(
  database: Database,
  id: string,
): Promise<{ message: SupportMessage; request: SupportRequest; key: WrappedOwnerKey } | undefined> {
  const [found] = await database
    .db()
    .select({ message: supportMessages, request: supportRequests, key: wrappedKeyColumns })
    .from(supportMessages)
    .innerJoin(supportRequests, eq(supportRequests.id, supportMessages.request_id))
    .innerJoin(ownerKeys, eq(ownerKeys.user_id, supportRequests.user_id))
    .where(eq(supportMessages.id, id));
  return found;
}

/** Records the outcome of a mail. Returns false if it is already recorded. */
export async function recordMailOutcome(
  database: Database,
  id: string,
  state: SupportMailState,
): Promise<boolean> {
  const updated = await database
    .db()
    .update(supportMessages)
    .set({ mail_state: state })
    .where(and(eq(supportMessages.id, id), eq(supportMessages.mail_state, 'queued')))
    .returning({ id: supportMessages.id });
  return updated.length > 0;
}

/** No effect unless the message is the last one of its request. */
export async function markAnswerRefused(
  database: Database,
  { id, request_id }: Pick<SupportMessage, 'id' | 'request_id'>,
  now: Date,
): Promise<void> {
  await database
    .db()
    .update(supportRequests)
    .set({ answer_refused_at: now })
    .where(
      and(
        eq(supportRequests.id, request_id),
        sql`${id} = (
          select last.id from ${supportMessages} last
          where last.request_id = ${request_id}
          order by last.created_at desc, last.id desc limit 1)`,
      ),
    );
}

/** Owners' messages from before `before` whose mail has not been accepted, oldest first. */
export async function listUnmailedMessages(
  database: Database,
  before: Date,
  limit: number,
): Promise<string[]> {
  const rows = await database
    .db()
    .select({ id: supportMessages.id })
    .from(supportMessages)
    .where(
      and(
        eq(supportMessages.mail_state, 'queued'),
        eq(supportMessages.author, 'owner'),
        lt(supportMessages.created_at, before),
      ),
    )
    .orderBy(asc(supportMessages.created_at))
    .limit(limit);
  return rows.map(({ id }) => id);
}
