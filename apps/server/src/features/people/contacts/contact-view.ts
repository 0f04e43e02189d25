import type { ContactView } from '@zavet/contract/people/contact-endpoints';
import type { Context } from '../../../context.ts';
import type { OwnerKey } from '../../../platform/encryption/owner-key.ts';
import { SealBroken } from '../../../platform/encryption/sealed-text.ts';
import type { Owner } from '../../../platform/http/route.ts';
import { newId } from '../../../platform/ids.ts';
import { type AssignmentCounts, assignments } from './contact-ports.ts';
import {
  type Contact,
  type InvitationSummary,
  listContactRecords,
  type ReconfirmationSummary,
} from './contact-repository.ts';
import { shownStatus, triesLeft } from './contact-rules.ts';

const privateFields = ['relationship', 'notes', 'address', 'invitation_note'] as const;
type PrivateField = (typeof privateFields)[number];

/** Sealed fields of a contact, readable by the owner only. Empty if not set. */
type PrivateTexts = Pick<ContactView, PrivateField> & { is_unreadable?: boolean };

export function sealPrivateTexts(
  key: OwnerKey,
  contactId: string,
  texts: PrivateTexts,
): Record<PrivateField, string | null> & { seal_id: string } {
  const seal_id = newId();
  const sealed = eachField((field) =>
    texts[field] ? key.seal(contactId, field, texts[field], seal_id) : null,
  );
  return { ...sealed, seal_id };
}

/** Marks texts that cannot be decrypted as unreadable, instead of failing the list. */
function openListedTexts(key: OwnerKey | undefined, contact: Contact): PrivateTexts {
  try {
    return eachField((field) => openPrivateText(key, contact, field));
  } catch (error) {
    if (!(error instanceof SealBroken)) throw error;
    return { ...eachField(() => ''), is_unreadable: true };
  }
}

type SealedContact<Field extends PrivateField> = Pick<Contact, 'id' | 'seal_id' | Field>;

export function openPrivateText<Field extends PrivateField>(
  key: OwnerKey | undefined,
  contact: SealedContact<Field>,
  field: Field,
): string {
  const sealed = contact[field];
  if (sealed === null) return '';
  if (!key) throw new SealBroken('A text without its key');
  return key.open(contact.id, field, sealed, contact.seal_id);
}

export function contactViewOf(
  contact: Contact,
  texts: PrivateTexts,
  {
    invitation,
    reconfirmation = null,
  }: { invitation: InvitationSummary | null; reconfirmation?: ReconfirmationSummary | null },
  counts: AssignmentCounts = { instruction_count: 0, sole_instruction_count: 0 },
): ContactView {
  return {
    ...contact,
    status: shownStatus(contact.status, invitation !== null),
    ...eachField((field) => texts[field]),
    is_unreadable: texts.is_unreadable ?? false,
    invitation: invitation && {
      mail_state: invitation.mail_state,
      created_at: invitation.created_at,
      expires_at: invitation.expires_at,
      tries_left: triesLeft(invitation.tries),
    },
    yearly: reconfirmation,
    is_bound: contact.bound_user_id !== null,
    ...counts,
  };
}

function eachField<Value>(make: (field: PrivateField) => Value): Record<PrivateField, Value> {
  return Object.fromEntries(privateFields.map((field) => [field, make(field)])) as Record<
    PrivateField,
    Value
  >;
}

/** Newest first. */
export async function listContacts(ctx: Context, { user_id }: Owner): Promise<ContactView[]> {
  const { database, vault } = ctx;
  const records = await listContactRecords(database, user_id);
  const counts = await assignments(ctx).countsOf(user_id);
  const stored = records[0]?.key;
  const key = stored ? vault.open(user_id, stored) : undefined;
  return records.map(({ contact, ...facts }) =>
    contactViewOf(contact, openListedTexts(key, contact), facts, counts.get(contact.id)),
  );
}
