import type { ContactInput } from '@zavet/contract/people/contact-endpoints';
import type { Context } from '../../../context.ts';
import type { OwnerKey } from '../../../platform/encryption/owner-key.ts';
import { newId } from '../../../platform/ids.ts';
import { findPerson } from '../../identity/account/index.ts';
import { contactColumns } from './contact-input.ts';
import { ownersProtocol } from './contact-ports.ts';
import { insertContact } from './contact-repository.ts';

export interface ImportedContact {
  /** What the archive calls it. */
  id: string;
  input: ContactInput;
  /** When the representative of a minor agreed. */
  guardian_consent_at: Date;
}

/**
 * Writes contacts into an account that has none. They are pending and not invited: that is the
 * owner's to do. Part of a transaction in which the owner is locked. Says under which ids they are
 * known from now on; those with an address of the owner's own are left out.
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
  for (const [place, contact] of contacts.entries()) {
    const { input } = contact;
    if (
      owner?.email === input.email ||
      (await ownersProtocol(ctx).isSecondAddress(userId, input.email))
    )
      continue;
    const id = newId();
    await insertContact(database, {
      id,
      user_id: userId,
      ...contactColumns(key, id, input, contact.guardian_consent_at),
      // Lists are in the order of naming; the first of them is the newest.
      created_at: new Date(now.getTime() - place),
      updated_at: now,
    });
    ids.set(contact.id, id);
  }
  return ids;
}
