import { hasCardNumber } from './card-numbers.ts';
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
  key: (text) => keyBlock.test(text) || seedPhrase.test(text) || hasAccessKey(text),
  state_secret: (text) => stateSecret.test(text) || stamp.test(text),
};

const keyBlock = /-----BEGIN [A-Z ]*PRIVATE KEY-----/;

/** The words of a wallet after its name; ordinary sentences have shorter words in between. */
const seedPhrase =
  /(?:seed|recovery|сид|siemen|återställnings)[ -]?(?:phrase|words|фраз\p{L}*|lause|fras)[^\n:=—–]{0,40}[:=—–]\s*(?:(?:\d{1,2}[.)]\s*)?[a-zà-ÿ]{3,9}[\s,]+){11,}[a-zà-ÿ]{3,9}/iu;

const addresses = /(?:https?:\/\/|www\.)\S+/gi;
const hexKey = /(?<!\w)(?:0x)?[0-9a-f]{64}(?!\w)/i;
const longRuns = /(?<![\w/.-])[\w+/-]{32,}={0,2}/g;

/** A long run of letters and digits without a pause, as access keys are; paths and links are none. */
function hasAccessKey(text: string): boolean {
  const rest = text.replace(addresses, ' ');
  return hexKey.test(rest) || (rest.match(longRuns) ?? []).some(isJumbled);
}

/** Capitals, small letters and digits take turns far more often than in names and words. */
function isJumbled(run: string): boolean {
  const kinds = [...run.replace(/[^a-z\d]/gi, '')].map((sign) =>
    /\d/.test(sign) ? '0' : sign === sign.toLowerCase() ? 'a' : 'A',
  );
  const turns = kinds.filter((kind, index) => index > 0 && kind !== kinds[index - 1]).length;
  return new Set(kinds).size === 3 && turns / kinds.length > 0.35;
}

const stateSecret =
  /совершенно секретно|гостайн|государственн\p{L}+ тайн|state secrets?(?!\p{L})|secret[- ]d[ée]fense|secrets? d['’]état|statshemlighet|kvalificerat hemlig|valtiosalaisu|segredos? de estado|ultrassecret/iu;
/** As ordinary words these are harmless; as a stamp, or named as one, they are not. */
const stamp =
  /(?<!\p{L})(?:TOP SECRET|СЕКРЕТНО|ОСОБОЙ ВАЖНОСТИ|ERITTÄIN SALAINEN)(?!\p{L})|[Гг]риф\p{L}*\s+[«"“]?(?:секретн|особой важн)/u;
