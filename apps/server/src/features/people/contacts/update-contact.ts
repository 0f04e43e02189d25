import type { HandlerResult } from '@zavet/contract/endpoint';
import type { ContactInput, contactEndpoints } from '@zavet/contract/people/contact-endpoints';
import type { Context } from '../../../context.ts';
import type { Caller, Owner } from '../../../platform/http/route.ts';
import { recordSecurityEvent } from '../../identity/account/index.ts';
import { contactColumns, refusingTakenEmail, requireUsableEmail } from './contact-input.ts';
import { assignments } from './contact-ports.ts';
import type { Contact } from './contact-repository.ts';
import { contactViewOf } from './contact-view.ts';
import { handOverInvitation } from './hand-over-invitation.ts';
import { findInvitedContact } from './invitation-repository.ts';
import { issueInvitation } from './issue-invitation.ts';
import { lockOwnContact, moveContact } from './move-contact.ts';
import { orderContactNotices } from './order-contact-notices.ts';
import { findChecked } from './yearly/yearly-repository.ts';

/**
 * Changes a contact. Another e-mail may be another person: it is pending again and invited again, the
 * password is asked for, and the owner and the former address are told.
 */
export async function updateContact(
  ctx: Context,
  owner: Owner,
  contactId: string,
  input: ContactInput,
  caller: Caller,
): Promise<HandlerResult<typeof contactEndpoints.updateContact>> {
  const { database, clock } = ctx;
  const { user_id } = owner;
  const { contact, fresh, earlier, year, counts } = await refusingTakenEmail(() =>
    database.transaction(async () => {
      const before = await lockOwnContact(ctx, user_id, contactId);
      const hasMoved = input.email !== before.email;
      const changed = await changeContact(ctx, before, input);
      await recordSecurityEvent(database, user_id, 'contact_changed', caller, clock.now());
      if (hasMoved) {
        await orderContactNotices(ctx, before, ['contact_moved', 'contact_released']);
      }
      return {
        contact: changed,
        fresh: hasMoved ? await issueInvitation(ctx, contactId) : undefined,
        earlier: await findInvitedContact(database, { contact_id: contactId, user_id }),
        year: (await findChecked(database, { contact_id: contactId }))?.check,
        counts: (await assignments(ctx).countsOf(user_id)).get(contactId),
      };
    }),
  );
  if (!fresh) {
    const facts = { invitation: earlier?.invitation ?? null, year };
    return { contact: contactViewOf(contact, input, facts, counts), invitation: null };
  }
  const { mail_state, result } = await handOverInvitation(ctx, contact, fresh);
  return {
    contact: contactViewOf(contact, input, { invitation: { ...fresh, mail_state } }, counts),
    invitation: result,
  };
}

async function changeContact(
  ctx: Context,
  contact: Contact,
  input: ContactInput,
): Promise<Contact> {
  const { id, user_id, guardian_consent_at } = contact;
  const isSameAddress = input.email === contact.email;
  if (!isSameAddress) await requireUsableEmail(ctx, user_id, id, input.email);
  const consentAt = guardian_consent_at ?? ctx.clock.now();
  const columns = contactColumns(await ctx.vault.keyOf(user_id), id, input, consentAt);
  return moveContact(ctx, contact, isSameAddress ? 'details_changed' : 'email_changed', columns);
}
