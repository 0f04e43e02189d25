import type { ContactView } from '@zavet/contract/people/contact-endpoints';
import type { OwnerKey } from '../../../platform/encryption/owner-key.ts';
import { SealBroken } from '../../../platform/encryption/sealed-text.ts';
import { newId } from '../../../platform/ids.ts';
import type { AssignmentCounts } from './contact-ports.ts';
import type { Contact, InvitationFacts, YearFacts } from './contact-repository.ts';
import { shownStatus, triesLeft } from './contact-rules.ts';

const privateFields = ['relationship', 'notes', 'address'] as const;
type PrivateField = (typeof privateFields)[number];

/** What only the owner may read of a contact; empty where nothing is known. */
export type PrivateTexts = Pick<ContactView, PrivateField> & { is_unreadable?: boolean };

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

/** For a list: what does not open is named as such, and does not hide the others. */
export function openListedTexts(key: OwnerKey | undefined, contact: Contact): PrivateTexts {
  try {
    return openPrivateTexts(key, contact);
  } catch (error) {
    if (!(error instanceof SealBroken)) throw error;
    return { ...eachField(() => ''), is_unreadable: true };
  }
}

function openPrivateTexts(key: OwnerKey | undefined, contact: Contact): PrivateTexts {
  return eachField((field) => openPrivateText(key, contact, field));
}

type SealedIn<Field extends PrivateField> = Pick<Contact, 'id' | 'seal_id' | Field>;

/** One of them, where the others are not needed. */
export function openPrivateText<Field extends PrivateField>(
  key: OwnerKey | undefined,
  contact: SealedIn<Field>,
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
  { invitation, year = null }: { invitation: InvitationFacts | null; year?: YearFacts | null },
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
    yearly: year,
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
