import { and, eq, gt, inArray } from 'drizzle-orm';
import type { Database } from '../../../../platform/database/database.ts';
import { emailChanges } from '../account-tables.ts';
import type { EmailChangeState } from './email-change-rules.ts';

export type EmailChange = typeof emailChanges.$inferSelect;

export async function insertEmailChange(database: Database, change: EmailChange): Promise<void> {
  await database.db().insert(emailChanges).values(change);
}

export async function findEmailChange(
  database: Database,
  id: string,
): Promise<EmailChange | undefined> {
  const [change] = await database.db().select().from(emailChanges).where(eq(emailChanges.id, id));
  return change;
}

export async function findPendingEmailChange(
  database: Database,
  userId: string,
): Promise<EmailChange | undefined> {
  const [change] = await database
    .db()
    .select()
    .from(emailChanges)
    .where(and(eq(emailChanges.user_id, userId), eq(emailChanges.status, 'pending')));
  return change;
}

/** Moves a change on, if it still is in the state the decision was made for. */
export async function transitionEmailChange(
  database: Database,
  id: string,
  from: EmailChangeState,
  to: EmailChangeState,
  now: Date,
): Promise<boolean> {
  const times = to === 'confirmed' ? { confirmed_at: now } : { ended_at: now };
  const moved = await database
    .db()
    .update(emailChanges)
    .set({ status: to, ...times })
    .where(and(eq(emailChanges.id, id), eq(emailChanges.status, from)))
    .returning({ id: emailChanges.id });
  return moved.length > 0;
}

/** Ends what came after a change that was taken back: the owner asked for none of it. */
export async function undoLaterEmailChanges(
  database: Database,
  { user_id, requested_at }: EmailChange,
  now: Date,
): Promise<void> {
  await database
    .db()
    .update(emailChanges)
    .set({ status: 'undone', ended_at: now })
    .where(
      and(
        eq(emailChanges.user_id, user_id),
        gt(emailChanges.requested_at, requested_at),
        inArray(emailChanges.status, ['pending', 'confirmed']),
      ),
    );
}
