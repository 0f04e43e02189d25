import type { HandlerResult } from '@zavet/contract/endpoint';
import type { ContactInput, contactEndpoints } from '@zavet/contract/people/contact-endpoints';
import type { Context } from '../../../context.ts';
import { isUniqueViolation } from '../../../platform/database/database-errors.ts';
import type { OwnerKey } from '../../../platform/encryption/owner-key.ts';
import { fail } from '../../../platform/failure.ts';
import type { Caller, Owner } from '../../../platform/http/route.ts';
import { newId } from '../../../platform/ids.ts';
import { findPerson, recordSecurityEvent } from '../../identity/account/index.ts';
import { enqueueContactNotice } from './contact-mails.ts';
import { assignments, ownersProtocol } from './contact-ports.ts';
import {
  type Contact,
  countContacts,
  type FormColumns,
  insertContact,
  isContactEmail,
} from './contact-repository.ts';
import { applyContactEvent, lockOwnContact, lockOwner } from './contact-transitions.ts';
import { contactViewOf, sealPrivateTexts } from './contact-view.ts';
import { findInvitedContact } from './invitation-repository.ts';
import { issueInvitation, trySendInvitation } from './invite-contact.ts';
import { findReconfirmation } from './reconfirmation/reconfirmation-repository.ts';

/** Creates a contact and sends the invitation. */
export async function createContact(
  ctx: Context,
  { user_id }: Owner,
  input: ContactInput,
  caller: Caller,
): Promise<HandlerResult<typeof contactEndpoints.createContact>> {
  const { database, clock } = ctx;
  const { contact, invitation } = await failOnTakenEmail(() =>
    database.transaction(async () => {
      await lockOwner(ctx, user_id);
      await requireBelowLimit(ctx, user_id);
      const created = await addContact(ctx, user_id, input);
      await recordSecurityEvent(database, user_id, 'contact_added', caller, clock.now());
      return { contact: created, invitation: await issueInvitation(ctx, created.id) };
    }),
  );
  const { mail_state, result } = await trySendInvitation(ctx, contact, invitation);
  return {
    contact: contactViewOf(contact, input, { invitation: { ...invitation, mail_state } }),
    invitation: result,
  };
}

async function requireBelowLimit({ database, config }: Context, userId: string): Promise<void> {
  const limit = config.maxTrustedContacts;
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

/**
 * Updates a contact. A new e-mail may belong to another person: the contact becomes pending and
 * is invited again, and the owner is notified.
 */
export async function updateContact(
  ctx: Context,
  { user_id }: Owner,
  contactId: string,
  input: ContactInput,
  caller: Caller,
): Promise<HandlerResult<typeof contactEndpoints.updateContact>> {
  const { database, clock } = ctx;
  const updated = await failOnTakenEmail(() =>
    database.transaction(async () => {
      const before = await lockOwnContact(ctx, user_id, contactId);
      const isNewEmail = input.email !== before.email;
      const contact = await applyInput(ctx, before, input);
      await recordSecurityEvent(database, user_id, 'contact_changed', caller, clock.now());
      if (isNewEmail) await enqueueContactNotice(ctx, before, 'contact_moved');
      const found = await findReconfirmation(database, { contact_id: contactId });
      return {
        contact,
        newInvitation: isNewEmail ? await issueInvitation(ctx, contactId) : undefined,
        invited: await findInvitedContact(database, { contact_id: contactId, user_id }),
        reconfirmation: found?.reconfirmation,
        counts: (await assignments(ctx).countsOf(user_id)).get(contactId),
      };
    }),
  );
  const { contact, newInvitation, invited, reconfirmation, counts } = updated;
  if (!newInvitation) {
    const facts = { invitation: invited?.invitation ?? null, reconfirmation };
    return { contact: contactViewOf(contact, input, facts, counts), invitation: null };
  }
  const { mail_state, result } = await trySendInvitation(ctx, contact, newInvitation);
  return {
    contact: contactViewOf(
      contact,
      input,
      { invitation: { ...newInvitation, mail_state } },
      counts,
    ),
    invitation: result,
  };
}

async function applyInput(ctx: Context, contact: Contact, input: ContactInput): Promise<Contact> {
  const { id, user_id, guardian_consent_at } = contact;
  const isSameEmail = input.email === contact.email;
  if (!isSameEmail) await requireUsableEmail(ctx, user_id, id, input.email);
  const consentAt = guardian_consent_at ?? ctx.clock.now();
  const columns = contactColumns(await ctx.vault.keyOf(user_id), id, input, consentAt);
  return applyContactEvent(
    ctx,
    contact,
    isSameEmail ? 'details_changed' : 'email_changed',
    columns,
  );
}

/** Input of the form as columns. `consentAt` applies to minors only. */
export function contactColumns(
  key: OwnerKey,
  contactId: string,
  input: ContactInput,
  consentAt: Date,
): FormColumns {
  return {
    name: input.name,
    email: input.email,
    phone: input.phone || null,
    category: input.category,
    preferred_language: input.preferred_language,
    is_minor: input.is_minor,
    guardian_consent_at: input.is_minor ? consentAt : null,
    ...sealPrivateTexts(key, contactId, input),
  } satisfies Record<Exclude<keyof ContactInput, 'has_guardian_consent'>, unknown> &
    Record<string, unknown>;
}

/** Rejects addresses of the owner and of other contacts. The owner must be locked. */
async function requireUsableEmail(
  ctx: Context,
  userId: string,
  contactId: string,
  email: string,
): Promise<void> {
  const { database } = ctx;
  if (await isContactEmail(database, userId, email, contactId)) failEmailTaken();
  const owner = await findPerson(database, userId);
  if (await isOwnersEmail(ctx, userId, owner?.email, email)) {
    fail('contact_is_owner', { fields: { email: 'contact_is_owner' } });
  }
}

async function isOwnersEmail(
  ctx: Context,
  userId: string,
  accountEmail: string | undefined,
  email: string,
): Promise<boolean> {
  return accountEmail === email || ownersProtocol(ctx).isSecondAddress(userId, email);
}

/** The owner's lock prevents duplicates; the unique constraint is the fallback. */
async function failOnTakenEmail<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (isUniqueViolation(error)) return failEmailTaken();
    throw error;
  }
}

function failEmailTaken(): never {
  return fail('contact_email_taken', { fields: { email: 'contact_email_taken' } });
}

interface ImportedContact {
  /** Id in the archive. */
  id: string;
  input: ContactInput;
  /** Applies to minors only. */
  guardian_consent_at: Date;
}

/**
 * Imports contacts, as pending and not invited, into an account without contacts. Skips contacts
 * with an address of the owner. Returns the new ids by archive id. The owner must be locked.
 */
export async function importContacts(
  ctx: Context,
  key: OwnerKey,
  userId: string,
  contacts: readonly ImportedContact[],
): Promise<Map<string, string>> {
  const { database, clock } = ctx;
  const owner = await findPerson(database, userId);
  const now = clock.now();
  const ids = new Map<string, string>();
  for (const [index, { id: archiveId, input, guardian_consent_at }] of contacts.entries()) {
    if (await isOwnersEmail(ctx, userId, owner?.email, input.email)) continue;
    const id = newId();
    await insertContact(database, {
      id,
      user_id: userId,
      ...contactColumns(key, id, input, guardian_consent_at),
      // Archives list contacts newest first; the dates preserve that order.
      created_at: new Date(now.getTime() - index),
      updated_at: now,
    });
    ids.set(archiveId, id);
  }
  return ids;
}
