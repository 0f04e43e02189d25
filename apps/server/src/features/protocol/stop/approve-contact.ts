import { orderMail } from '../../../platform/mail/order-mail.ts';
import { lockUser, recordSecurityEvent, systemActor } from '../../account/public.ts';
import { lockPinTries, savePinTries } from '../activation/pin-repository.ts';
import { afterRightPin } from '../activation/pin-rules.ts';
import { mailOwner } from '../emails/owner-mail.ts';
import { contactApproved, contactApprovedForOwner } from '../emails/stop-mails.ts';
import { findOwnerOfContact } from '../people-repository.ts';
import type { ProtocolDeps } from '../protocol-deps.ts';
import { markApproved } from './standing-repository.ts';

/**
 * An operator has seen documents of a contact: a former stop is lifted, and no PIN is asked for. The
 * owner's rules hold as before: whom it concerns is warned, and letters wait. False when there is
 * no such confirmed contact.
 */
export function approveContact(
  deps: Pick<ProtocolDeps, 'database' | 'clock' | 'jobs'>,
  contactId: string,
): Promise<boolean> {
  const { database, clock, jobs } = deps;
  return database.transaction(async () => {
    const ownerId = await findOwnerOfContact(database, contactId);
    if (!ownerId) return false;
    await lockUser(database, ownerId);
    if ((await findOwnerOfContact(database, contactId)) !== ownerId) return false;
    const now = clock.now();
    if (await lockPinTries(database, contactId)) {
      await savePinTries(database, contactId, afterRightPin);
    }
    await markApproved(database, contactId, now);
    await recordSecurityEvent(database, ownerId, 'contact_approved', systemActor, now);
    await mailOwner(deps, ownerId, contactApprovedForOwner, { contact_id: contactId });
    await orderMail({ jobs }, contactApproved, { contact_id: contactId });
    return true;
  });
}
