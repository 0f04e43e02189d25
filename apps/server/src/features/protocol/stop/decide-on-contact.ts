import type { Context } from '../../../context.ts';
import { fail } from '../../../platform/failure.ts';
import type { Caller, Owner } from '../../../platform/http/route.ts';
import { enqueueMail } from '../../../platform/mail/mailer.ts';
import { lockUser, recordSecurityEvent } from '../../identity/account/index.ts';
import { contactKept, contactQuestioned } from '../emails/veto-mails.ts';
import { markQuestioned, unblockContact } from './standing-repository.ts';

/**
 * After a stop the owner decides about the contact: they may start again, or are asked by mail what
 * happened. Removing is the business of the contacts.
 */
export function decideOnContact(
  ctx: Context,
  owner: Owner,
  contactId: string,
  decision: 'keep' | 'question',
  caller: Caller,
): Promise<void> {
  const { database, clock, jobs } = ctx;
  return database.transaction(async () => {
    await lockUser(database, owner.user_id);
    if (decision === 'question') {
      const isFound = await markQuestioned(database, owner.user_id, contactId, clock.now());
      if (!isFound) fail('contact_not_found');
      return enqueueMail({ jobs }, contactQuestioned, { contact_id: contactId });
    }
    if (!(await unblockContact(database, owner.user_id, contactId))) fail('contact_not_found');
    const now = clock.now();
    await recordSecurityEvent(database, owner.user_id, 'stopped_contact_kept', caller, now);
    return enqueueMail({ jobs }, contactKept, { contact_id: contactId });
  });
}
