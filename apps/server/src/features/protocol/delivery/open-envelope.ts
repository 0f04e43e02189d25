import type { Locale } from '@zavet/contract/locales';
import type { OwnerKey } from '../../../platform/encryption/owner-key.ts';
import type { NamedLetters } from '../emails/letter-words.ts';
import type { NamedEnvelope } from './named-envelope-repository.ts';
import { addressOf, nameOf, titleOf } from './open-recipient.ts';

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
