import type { Locale } from '@zavet/contract/locales';
import type { OwnerKey } from '../../../platform/encryption/owner-key.ts';
import { SealBroken } from '../../../platform/encryption/sealed-text.ts';
import { openHeading } from '../../vault/instructions/index.ts';
import type { NamedLetters } from '../emails/letter-mail.ts';
import type { NamedEnvelope } from './claim-repository.ts';
import type { LinkWithRecipient } from './envelope-repository.ts';
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

interface OpenedEnvelope {
  /** Undefined where no record of it opens. */
  to: string | undefined;
  language: Locale;
  named: Pick<NamedLetters, 'titles' | 'letter_count' | 'recipient_name'>;
}

/** Who an envelope is for, and the titles in it. One damaged letter does not keep the others back. */
export function openEnvelope(
  key: OwnerKey,
  envelope: NamedEnvelope,
  owner: { language: Locale },
): OpenedEnvelope {
  const { id: envelope_id, letter_count, contact_language } = envelope;
  const { corrected_email, contact_name, contact_email } = envelope;
  const person = { envelope_id, corrected_email, contact_name, contact_email };
  const whole = envelope.letters.map((letter) => ({ ...person, ...letter }));
  const first = <Found>(find: (letter: (typeof whole)[number]) => Found | null | undefined) => {
    for (const letter of whole) {
      const found = find(letter);
      if (found) return found;
    }
    return undefined;
  };
  return {
    to: first((letter) => addressOf(key, letter)),
    language: contact_language ?? owner.language,
    named: {
      titles: whole.map((letter) => titleOf(key, letter)),
      letter_count,
      recipient_name: first((letter) => nameOf(key, letter)) ?? null,
    },
  };
}

type Addressed = Pick<LinkWithRecipient, 'activation_id' | 'contact_id'> &
  Parameters<typeof addressOf>[1];

/**
 * Whether two letters went to one person: in one envelope, or to the same contact, or to no contact,
 * at the same address. An envelope whose address was corrected stands alone, because nobody has said
 * whose the new address is.
 */
export function isForSamePerson(key: OwnerKey, one: Addressed, other: Addressed): boolean {
  if (one.activation_id !== other.activation_id || one.contact_id !== other.contact_id)
    return false;
  if (one.envelope_id !== null && one.envelope_id === other.envelope_id) return true;
  const address = addressOf(key, one);
  return address !== undefined && address === addressOf(key, other);
}
