import type { HandlerResult } from '@zavet/contract/endpoint';
import type { ContactInput, contactEndpoints } from '@zavet/contract/people/contact-endpoints';
import type { Context } from '../../../context.ts';
import { fail } from '../../../platform/failure.ts';
import type { Caller, Owner } from '../../../platform/http/route.ts';
import { newId } from '../../../platform/ids.ts';
import { recordSecurityEvent } from '../../identity/account/index.ts';
import { contactColumns, refusingTakenEmail, requireUsableEmail } from './contact-input.ts';
import { type Contact, countContacts, insertContact } from './contact-repository.ts';
import { contactViewOf } from './contact-view.ts';
import { handOverInvitation } from './hand-over-invitation.ts';
import { issueInvitation } from './issue-invitation.ts';
import { lockOwner } from './move-contact.ts';

/** Names a contact and mails the invitation. */
export async function createContact(
  ctx: Context,
  { user_id }: Owner,
  input: ContactInput,
  caller: Caller,
): Promise<HandlerResult<typeof contactEndpoints.createContact>> {
  const { database, clock } = ctx;
  const { contact, invitation } = await refusingTakenEmail(() =>
    database.transaction(async () => {
      await lockOwner(ctx, user_id);
      await requireRoom(ctx, user_id);
      const created = await addContact(ctx, user_id, input);
      await recordSecurityEvent(database, user_id, 'contact_added', caller, clock.now());
      return { contact: created, invitation: await issueInvitation(ctx, created.id) };
    }),
  );
  const { mail_state, result } = await handOverInvitation(ctx, contact, invitation);
  return {
    contact: contactViewOf(contact, input, { invitation: { ...invitation, mail_state } }),
    invitation: result,
  };
}

async function requireRoom(ctx: Context, userId: string): Promise<void> {
  const { database } = ctx;
  const limit = ctx.config.maxTrustedContacts;
  if (limit === 0 || (await countContacts(database, userId)) < limit) return;
  fail('contact_limit_reached', { facts: { limit } });
}

async function addContact(ctx: Context, userId: string, input: ContactInput): Promise<Contact> {
  const id = newId();
  const now = ctx.clock.now();
  await requireUsableEmail(ctx, userId, id, input.email);
  return insertContact(ctx.database, {
    id,
    user_id: userId,
    ...contactColumns(await ctx.vault.keyOf(userId), id, input, now),
    created_at: now,
    updated_at: now,
  });
}
