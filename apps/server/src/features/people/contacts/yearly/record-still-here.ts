import type { Context } from '../../../../context.ts';
import { recordSecurityEvent } from '../../../identity/account/index.ts';
import type { Contact } from '../contact-repository.ts';
import { nowhere } from '../take-answer.ts';
import { type ContactCheck, changeCheck } from './yearly-repository.ts';
import { confirmedYear } from './yearly-rules.ts';

/** Records the yes of a locked contact whom a question waits for; nothing where none does. */
export async function recordStillHere(
  { database, clock }: Context,
  contact: Contact,
  check: ContactCheck,
): Promise<ContactCheck> {
  if (check.asked_at === null) return check;
  const now = clock.now();
  const year = confirmedYear(now);
  await changeCheck(database, check, { ...year, is_unreached: false });
  await recordSecurityEvent(database, contact.user_id, 'contact_confirmed', nowhere, now);
  return { ...check, ...year, is_unreached: false };
}
