import type { OwnerKey } from '../../../platform/encryption/owner-key.ts';
import { addressOf, opened } from './hand-over-letter.ts';
import type { RecipientColumns } from './recipient-repository.ts';

/** Who gets a delivery, in words; null for what is not known or does not open. */
export function openRecipient(
  key: OwnerKey,
  row: RecipientColumns,
): { recipient_name: string | null; recipient_email: string | null } {
  return { recipient_name: nameOf(key, row), recipient_email: addressOf(key, row) ?? null };
}

function nameOf(key: OwnerKey, row: RecipientColumns): string | null {
  const { instruction_id, recipient_name, seal_id, contact_name } = row;
  if (contact_name) return contact_name;
  if (!recipient_name) return null;
  return opened(() => key.open(instruction_id, 'recipient_name', recipient_name, seal_id)) ?? null;
}
