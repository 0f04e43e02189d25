import { and, asc, eq, ne, or, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Database } from '../../../platform/database/database.ts';
import type { WrappedOwnerKey } from '../../../platform/encryption/owner-key.ts';
import { ownerKeys, wrappedKeyColumns } from '../../identity/owner-keys/index.ts';
import type { SupportRequest } from './support-repository.ts';
import { supportRequests } from './support-tables.ts';

interface Page {
  /** The last one of the page before. */
  after: string | undefined;
  limit: number;
}

export interface ListedRequest {
  request: SupportRequest;
  key: WrappedOwnerKey;
}

const isOpen = or(
  ne(supportRequests.status, 'answered'),
  sql`${supportRequests.answer_refused_at} is not null`,
);

/** What somebody has to see to, by the promised time. */
export function listOpen(database: Database, { after, limit }: Page): Promise<ListedRequest[]> {
  const { answer_by, id } = supportRequests;
  return withKeys(database)
    .where(
      and(isOpen, after ? sql`(${answer_by}, ${id}) > ${lastOf(after, answer_by)}` : undefined),
    )
    .orderBy(asc(answer_by), asc(id))
    .limit(limit);
}

/** What was answered, the latest first. */
export function listAnswered(database: Database, { after, limit }: Page): Promise<ListedRequest[]> {
  const { answered_at, id } = supportRequests;
  return withKeys(database)
    .where(
      and(
        eq(supportRequests.status, 'answered'),
        after ? sql`(${answered_at}, ${id}) < ${lastOf(after, answered_at)}` : undefined,
      ),
    )
    .orderBy(sql`${answered_at} desc nulls last, ${id} desc nulls last`)
    .limit(limit);
}

function lastOf(after: string, column: AnyPgColumn) {
  return sql`(select ${column}, ${supportRequests.id} from ${supportRequests} where ${supportRequests.id} = ${after})`;
}

function withKeys(database: Database) {
  return database
    .db()
    .select({ request: supportRequests, key: wrappedKeyColumns })
    .from(supportRequests)
    .innerJoin(ownerKeys, eq(ownerKeys.user_id, supportRequests.user_id))
    .$dynamic();
}
