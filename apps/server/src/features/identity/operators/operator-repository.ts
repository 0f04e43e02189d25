import { eq, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { users } from '../account/index.ts';
import { deskSessions, operators } from './operator-tables.ts';

type OperatorRow = typeof operators.$inferSelect;

/** The desk state of this session. Undefined unless the user is an operator. */
export async function findDeskSession(
  database: Database,
  { user_id, session_id }: { user_id: string; session_id: string },
  now: Date,
): Promise<{ open_until: Date | null } | undefined> {
  const [row] = await database.rows<{ open_until: Date | string | null }>(sql`
    select ${deskSessions.open_until} as open_until
    from ${operators}
    left join ${deskSessions} on ${deskSessions.session_id} = ${session_id}
      and ${deskSessions.user_id} = ${operators.user_id}
      and ${deskSessions.open_until} > ${now.toISOString()}::timestamptz
    where ${operators.user_id} = ${user_id}`);
  return row && { open_until: row.open_until === null ? null : new Date(row.open_until) };
}

export async function lockOperator(
  database: Database,
  userId: string,
): Promise<OperatorRow | undefined> {
  const [row] = await database
    .db()
    .select()
    .from(operators)
    .where(eq(operators.user_id, userId))
    .for('update');
  return row;
}

export async function updateOperator(
  database: Database,
  userId: string,
  changes: Pick<Partial<OperatorRow>, 'last_step' | 'wrong_codes' | 'locked_until'>,
): Promise<void> {
  await database.db().update(operators).set(changes).where(eq(operators.user_id, userId));
}

/** Replaces the secret of an existing operator and closes all of their desks. */
export async function saveOperator(
  database: Database,
  { user_id, secret, added_at }: Pick<OperatorRow, 'user_id' | 'secret' | 'added_at'>,
): Promise<void> {
  const initial = { secret, added_at, last_step: null, wrong_codes: 0, locked_until: null };
  await database
    .db()
    .insert(operators)
    .values({ user_id, ...initial })
    .onConflictDoUpdate({ target: operators.user_id, set: initial });
  await deleteDeskSessions(database, user_id);
}

export async function deleteOperator(database: Database, userId: string): Promise<boolean> {
  const deleted = await database
    .db()
    .delete(operators)
    .where(eq(operators.user_id, userId))
    .returning({ user_id: operators.user_id });
  await deleteDeskSessions(database, userId);
  return deleted.length > 0;
}

export function listOperators(
  database: Database,
): Promise<{ email: string; added_at: Date; last_seen: Date | null }[]> {
  return database
    .db()
    .select({
      email: users.email,
      added_at: operators.added_at,
      last_seen: sql<Date | null>`(
        select max(${deskSessions.opened_at}) from ${deskSessions}
        where ${deskSessions.user_id} = ${operators.user_id})`.mapWith(deskSessions.opened_at),
    })
    .from(operators)
    .innerJoin(users, eq(users.id, operators.user_id))
    .orderBy(users.email);
}

export async function saveDeskSession(
  database: Database,
  desk: typeof deskSessions.$inferInsert,
): Promise<void> {
  const { opened_at, open_until } = desk;
  await database
    .db()
    .insert(deskSessions)
    .values(desk)
    .onConflictDoUpdate({ target: deskSessions.session_id, set: { opened_at, open_until } });
}

export async function deleteDeskSession(database: Database, sessionId: string): Promise<void> {
  await database.db().delete(deskSessions).where(eq(deskSessions.session_id, sessionId));
}

async function deleteDeskSessions(database: Database, userId: string): Promise<void> {
  await database.db().delete(deskSessions).where(eq(deskSessions.user_id, userId));
}

export async function findConfirmedAccount(
  database: Database,
  email: string,
): Promise<string | undefined> {
  const [row] = await database
    .db()
    .select({ id: users.id, email_verified: users.email_verified })
    .from(users)
    .where(eq(users.email, email));
  return row?.email_verified ? row.id : undefined;
}
