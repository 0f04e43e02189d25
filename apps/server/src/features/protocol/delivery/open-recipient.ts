import type { OwnerKey } from '../../../platform/encryption/owner-key.ts';
import { SealBroken } from '../../../platform/encryption/sealed-text.ts';
import type { ClaimedDelivery } from './claim-repository.ts';
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

/** Undefined where the record is damaged. */
export function addressOf(
  key: OwnerKey,
  delivery: Pick<
    ClaimedDelivery,
    'id' | 'instruction_id' | 'corrected_email' | 'contact_email' | 'recipient_email' | 'seal_id'
  >,
): string | undefined {
  const { instruction_id, corrected_email, contact_email, recipient_email, seal_id } = delivery;
  if (corrected_email)
    return opened(() => key.open(delivery.id, 'corrected_email', corrected_email));
  if (contact_email) return contact_email;
  if (!recipient_email) return undefined;
  return opened(() => key.open(instruction_id, 'recipient_email', recipient_email, seal_id));
}

/** The reader of a damaged letter is told so; the letter still has to arrive. */
export function titleOf(
  key: OwnerKey,
  { instruction_id, title, seal_id }: Pick<ClaimedDelivery, 'instruction_id' | 'title' | 'seal_id'>,
): string | null {
  return opened(() => key.open(instruction_id, 'title', title, seal_id)) ?? null;
}

export function opened(open: () => string): string | undefined {
  try {
    return open();
  } catch (error) {
    if (error instanceof SealBroken) return undefined;
    throw error;
  }
}
