import type { Context } from '../../../../context.ts';
import { lockContact } from '../contact-repository.ts';
import { recordStillHere } from './record-still-here.ts';
import { changeCheck, findChecked } from './yearly-repository.ts';
import { confirmedYear } from './yearly-rules.ts';

/**
 * A confirmed contact has answered something else that proves the same as the yearly question: an
 * open one is answered by it, and the next comes a year later. The owner must be locked.
 */
export async function countAsStillHere(
  ctx: Context,
  userId: string,
  contactId: string,
): Promise<void> {
  const { database, clock } = ctx;
  await lockContact(database, userId, contactId);
  const checked = await findChecked(database, { contact_id: contactId });
  if (!checked) return;
  const { contact, check } = checked;
  if (check.asked_at !== null) await recordStillHere(ctx, contact, check);
  else await changeCheck(database, check, confirmedYear(clock.now()));
}
