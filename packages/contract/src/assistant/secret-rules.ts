import { hasCardNumber } from './card-numbers.ts';
import { holdsKey } from './key-rules.ts';
import { tellsPassword } from './told-passwords.ts';

export const secretKinds = ['password', 'card', 'key', 'state_secret'] as const;
export type SecretKind = (typeof secretKinds)[number];

/**
 * What a text seems to give away that should not be typed into a chat or kept in an instruction.
 * Saying where a secret is kept gives nothing away.
 */
export function secretsIn(text: string): SecretKind[] {
  return secretKinds.filter((kind) => looksLike[kind](text));
}

const looksLike: Record<SecretKind, (text: string) => boolean> = {
  password: tellsPassword,
  card: hasCardNumber,
  key: holdsKey,
  state_secret: (text) => stateSecret.test(text) || stamp.test(text),
};

const stateSecret =
  /совершенно секретно|гостайн|государственн\p{L}+ тайн|state secrets?(?!\p{L})|secret[- ]d[ée]fense|secrets? d['’]état|statshemlighet|kvalificerat hemlig|valtiosalaisu|segredos? de estado|ultrassecret/iu;
/** As ordinary words these are harmless; as a stamp, or named as one, they are not. */
const stamp =
  /(?<!\p{L})(?:TOP SECRET|СЕКРЕТНО|ОСОБОЙ ВАЖНОСТИ|ERITTÄIN SALAINEN)(?!\p{L})|[Гг]риф\p{L}*:?\s+[«"“]?(?:секретн|особой важн)/u;
