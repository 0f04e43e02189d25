import type { Locale } from '@zavet/contract/locales';
import type { OwnerKey } from '../../../platform/encryption/owner-key.ts';
import { SealBroken } from '../../../platform/encryption/sealed-text.ts';
import { openHeading } from '../../vault/instructions/index.ts';
import type { NamedLetters } from '../emails/letter-mail.ts';
import type { NamedEnvelope } from './claim-repository.ts';
import type { RecipientColumns } from './recipient-repository.ts';

type Heading = Pick<RecipientColumns, 'instruction_id' | 'heading' | 'seal_id'>;
type SealedAddress = Heading &
  Pick<RecipientColumns, 'envelope_id' | 'corrected_email' | 'contact_email'>;

/** Opens a sealed text; undefined if it is damaged. */
export function tryOpen<Text>(open: () => Text): Text | undefined {
  try {
    return open();
  } catch (error) {
    if (error instanceof SealBroken) return undefined;
    throw error;
  }
}

/** Null if missing or damaged. */
export function openRecipient(
  key: OwnerKey,
  row: RecipientColumns,
): { recipient_name: string | null; recipient_email: string | null } {
  return { recipient_name: nameOf(key, row), recipient_email: addressOf(key, row) ?? null };
}

/** Null if missing or damaged. */
export function nameOf(
  key: OwnerKey,
  row: Heading & Pick<RecipientColumns, 'contact_name'>,
): string | null {
  return (row.contact_name ?? tryOpen(() => headingOf(key, row).recipient_name)) || null;
}

/** The recipient's address; undefined if it is missing or damaged. */
export function addressOf(key: OwnerKey, row: SealedAddress): string | undefined {
  const { envelope_id, corrected_email, contact_email } = row;
  if (corrected_email && envelope_id)
    return tryOpen(() => key.open(envelope_id, 'corrected_email', corrected_email));
  return contact_email || tryOpen(() => headingOf(key, row).recipient_email) || undefined;
}

/** The title of a letter; null if it is damaged, which does not prevent sending. */
export function titleOf(key: OwnerKey, row: Heading): string | null {
  return tryOpen(() => headingOf(key, row).title) ?? null;
}

function headingOf(key: OwnerKey, { instruction_id: id, heading, seal_id }: Heading) {
  return openHeading(key, { id, heading, seal_id });
}

interface OpenedEnvelope {
  /** Undefined if no address in the envelope can be decrypted. */
  to: string | undefined;
  language: Locale;
  named: Pick<NamedLetters, 'titles' | 'letter_count' | 'recipient_name'>;
}

/** Opens recipient and titles of an envelope. A damaged letter does not hold back the others. */
export function openEnvelope(
  key: OwnerKey,
  { letters, letter_count, contact_language, ...envelope }: NamedEnvelope,
  owner: { language: Locale },
): OpenedEnvelope {
  const rows = letters.map((letter) => ({ ...envelope, envelope_id: envelope.id, ...letter }));
  const first = (open: (row: (typeof rows)[number]) => string | null | undefined) => {
    for (const row of rows) {
      const found = open(row);
      if (found) return found;
    }
    return undefined;
  };
  return {
    to: first((row) => addressOf(key, row)),
    language: contact_language ?? owner.language,
    named: {
      titles: rows.map((row) => titleOf(key, row)),
      letter_count,
      recipient_name: first((row) => nameOf(key, row)) ?? null,
    },
  };
}

interface AddressedLetter extends SealedAddress {
  activation_id: string;
  contact_id: string | null;
}

/**
 * True for the same envelope, or the same contact and address: a corrected address may belong to another
 * person.
 */
export function isForSamePerson(
  key: OwnerKey,
  one: AddressedLetter,
  other: AddressedLetter,
): boolean {
  if (one.activation_id !== other.activation_id || one.contact_id !== other.contact_id)
    return false;
  if (one.envelope_id !== null && one.envelope_id === other.envelope_id) return true;
  const address = addressOf(key, one);
  return address !== undefined && address === addressOf(key, other);
}
