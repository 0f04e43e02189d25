import type { Context } from '../../../context.ts';
import { fail } from '../../../platform/failure.ts';
import type { Caller, Owner } from '../../../platform/http/route.ts';
import { recordSecurityEvent } from '../../identity/account/index.ts';
import { isCodeOf } from './confirmation-codes.ts';
import { type Contact, findOwnContact } from './contact-repository.ts';
import { nextContactStatus } from './contact-rules.ts';
import { applyAcceptance, lockOwnContact, lockOwnerAndAccount } from './contact-transitions.ts';
import { countCodeTry, findInvitedContact, type Invitation } from './invitation-repository.ts';

/** Confirms a contact with the code from its invitation. */
export async function confirmContact(
  ctx: Context,
  { user_id }: Owner,
  contactId: string,
  code: string,
  caller: Caller,
): Promise<void> {
  const { database, clock, serviceKey } = ctx;
  const invitation = await findCodeInvitation(ctx, user_id, contactId);
  // Committed before the comparison, so that parallel tries count too.
  const triesLeft = await countCodeTry(database, invitation.id);
  if (triesLeft === undefined) return fail('code_tries_exhausted');
  if (!isCodeOf(serviceKey, invitation, code)) {
    fail('invalid_code', { facts: { tries_left: triesLeft } });
  }
  await database.transaction(async () => {
    const contact = await lockToConfirm(ctx, user_id, contactId);
    const current = await findInvitedContact(database, { id: invitation.id });
    // The invitation was replaced after the comparison.
    if (!current) fail('invalid_code');
    await applyAcceptance(ctx, contact, 'code_confirmed');
    await recordSecurityEvent(database, user_id, 'contact_confirmed', caller, clock.now());
  });
}

async function lockToConfirm(ctx: Context, userId: string, contactId: string): Promise<Contact> {
  const found = await findOwnContact(ctx.database, userId, contactId);
  if (!found) return fail('contact_not_found');
  await lockOwnerAndAccount(ctx, found);
  return lockOwnContact(ctx, userId, contactId);
}

/** Fails unless the code of the current invitation may be tried now. */
async function findCodeInvitation(
  { database, clock }: Context,
  userId: string,
  contactId: string,
): Promise<Invitation & { code_digest: string }> {
  const contact = await findOwnContact(database, userId, contactId);
  if (!contact) return fail('contact_not_found');
  const transition = nextContactStatus(contact.status, 'code_confirmed');
  if ('refusal' in transition) return fail(transition.refusal);
  const invited = await findInvitedContact(database, { contact_id: contactId, user_id: userId });
  if (!invited || invited.invitation.expires_at <= clock.now()) return fail('code_expired');
  const { code_digest } = invited.invitation;
  // A late invitation has no code.
  return code_digest === null ? fail('code_expired') : { ...invited.invitation, code_digest };
}
