import type { OwnerKey } from '../../../platform/encryption/owner-key.ts';
import { SealBroken } from '../../../platform/encryption/sealed-text.ts';
import { openHeading } from '../../vault/instructions/index.ts';
import type { RecipientColumns } from './recipient-repository.ts';

type Named = Pick<RecipientColumns, 'instruction_id' | 'heading' | 'seal_id'>;

/** Who gets a delivery, in words; null for what is not known or does not open. */
export function openRecipient(
  key: OwnerKey,
  row: RecipientColumns,
): { recipient_name: string | null; recipient_email: string | null } {
  return { recipient_name: nameOf(key, row), recipient_email: addressOf(key, row) ?? null };
}

/** Null where no name was given, or the record is damaged. */
export function nameOf(
  key: OwnerKey,
  row: Named & Pick<RecipientColumns, 'contact_name'>,
): string | null {
  return (row.contact_name ?? opened(() => headingOf(key, row).recipient_name)) || null;
}

/** Undefined where the record is damaged. */
export function addressOf(
  key: OwnerKey,
  delivery: Named & Pick<RecipientColumns, 'envelope_id' | 'corrected_email' | 'contact_email'>,
): string | undefined {
  const { envelope_id, corrected_email, contact_email } = delivery;
  if (corrected_email && envelope_id)
    return opened(() => key.open(envelope_id, 'corrected_email', corrected_email));
  return contact_email || opened(() => headingOf(key, delivery).recipient_email) || undefined;
}

/** The reader of a damaged letter is told so; the letter still has to arrive. */
export function titleOf(key: OwnerKey, delivery: Named): string | null {
  return opened(() => headingOf(key, delivery).title) ?? null;
}

function headingOf(key: OwnerKey, { instruction_id: id, heading, seal_id }: Named) {
  return openHeading(key, { id, heading, seal_id });
}

export function opened<Text>(open: () => Text): Text | undefined {
  try {
    return open();
  } catch (error) {
    if (error instanceof SealBroken) return undefined;
    throw error;
  }
}
