import type { ContactInput } from '@zavet/contract/people/contact-endpoints';
import type { Context } from '../../../context.ts';
import { isUniqueViolation } from '../../../platform/database/database-errors.ts';
import type { OwnerKey } from '../../../platform/encryption/owner-key.ts';
import { fail } from '../../../platform/failure.ts';
import { findPerson } from '../../identity/account/index.ts';
import { ownersProtocol } from './contact-ports.ts';
import { type FormColumns, isEmailNamed } from './contact-repository.ts';
import { sealPrivateTexts } from './contact-view.ts';

/** A contact's form as the database keeps it. Consent that was given before keeps its date. */
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

/** Under the owner's lock: the address is none of the owner's own and no other contact's. */
export async function requireUsableEmail(
  ctx: Context,
  userId: string,
  contactId: string,
  email: string,
): Promise<void> {
  const { database } = ctx;
  if (await isEmailNamed(database, userId, email, contactId)) failEmailTaken();
  const owner = await findPerson(database, userId);
  const isOwn =
    owner?.email === email || (await ownersProtocol(ctx).isSecondAddress(userId, email));
  if (isOwn) fail('contact_is_owner', { fields: { email: 'contact_is_owner' } });
}

/** The lock lets nobody come in between; should anybody, the database has the last word. */
export async function refusingTakenEmail<Result>(work: () => Promise<Result>): Promise<Result> {
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
