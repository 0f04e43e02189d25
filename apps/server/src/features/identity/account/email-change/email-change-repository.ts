import { and, eq, gt, inArray } from 'drizzle-orm';
import type { Database } from '../../../../platform/database/database.ts';
import { newId } from '../../../../platform/ids.ts';
import { emailChanges } from '../account-tables.ts';
import type { EmailChangeState } from './email-change-rules.ts';

export type EmailChange = typeof emailChanges.$inferSelect;

export async function insertEmailChange(
  database: Database,
  change: Pick<EmailChange, 'user_id' | 'old_email' | 'new_email' | 'requested_at'>,
): Promise<string> {
  const id = newId();
  await database
    .db()
    .insert(emailChanges)
    .values({ id, status: 'pending', ...change });
  return id;
}

export async function findEmailChange(database: Database, id: string) {
  const [change] = await database.db().select().from(emailChanges).where(eq(emailChanges.id, id));
  return change;
}

export async function findPendingEmailChange(database: Database, userId: string) {
  const [change] = await database
    .db()
    .select()
    .from(emailChanges)
    .where(and(eq(emailChanges.user_id, userId), eq(emailChanges.status, 'pending')));
  return change;
}

/** Changes the state, if it is still the expected one. */
export async function transitionEmailChange(
  database: Database,
  { id, status }: EmailChange,
  to: EmailChangeState,
  now: Date,
): Promise<boolean> {
  const times = to === 'confirmed' ? { confirmed_at: now } : { ended_at: now };
  const moved = await database
    .db()
    .update(emailChanges)
    .set({ status: to, ...times })
    .where(and(eq(emailChanges.id, id), eq(emailChanges.status, status)))
    .returning({ id: emailChanges.id });
  return moved.length > 0;
}

/** Cancels a pending change, because of a newer request or another password. */
export async function cancelPendingEmailChange(database: Database, userId: string, now: Date) {
  await database
    .db()
    .update(emailChanges)
    .set({ status: 'canceled', ended_at: now })
    .where(and(eq(emailChanges.user_id, userId), eq(emailChanges.status, 'pending')));
}

/** Undoes all changes requested after an undone change: the owner did not request them. */
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
