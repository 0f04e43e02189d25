import type { InstructionView } from '@zavet/contract/instructions/instruction-schemas';
import type { Locale } from '@zavet/contract/locales';
import type { DeliveryView } from '@zavet/contract/protocol/delivery-schemas';
import { maskEmail, type Person } from '../../identity/account/index.ts';

/** A letter to somebody: a contact, or with null the recipient that the instruction names. */
interface Letter {
  id: string;
  contact_name: string | null;
  contact_language: Locale | null;
  address: string | undefined;
  expires_at: Date;
  started_by: string | null;
  is_starter: boolean;
}

/** What the page of a letter shows, to its reader and beforehand to its owner. */
export function deliveryViewOf(
  owner: Pick<Person, 'full_name' | 'email' | 'language'>,
  instruction: InstructionView,
  letter: Letter,
): DeliveryView {
  const { id, contact_name, contact_language, address, expires_at } = letter;
  return {
    id,
    owner_name: owner.full_name ?? owner.email,
    recipient_name: contact_name ?? instruction.recipient_name,
    recipient_email_hint: address ? maskEmail(address) : '',
    language: contact_language ?? owner.language,
    title: instruction.title,
    content: instruction.content,
    written_at: instruction.updated_at,
    files: instruction.files,
    expires_at,
    started_by: letter.started_by,
    is_starter: letter.is_starter,
  };
}
