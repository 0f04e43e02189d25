import { containsPassword } from './password-rules.ts';

const keyBlock = /-----BEGIN [A-Z ]*PRIVATE KEY(?: BLOCK)?-----/;

const seedName =
  /(?:seed|recovery|backup|mnemonic|secret)[ -]?(?:phrase|words?)|(?:сид|seed|мнемо\p{L}*|секретн\p{L}*|резервн\p{L}*)[ -]?фраз\p{L}*|фраз\p{L}* восстановления|(?:phrase|mots) (?:de récupération|secrète)|återställnings(?:fras|ord)\p{L}*|seed-?fras\p{L}*|(?:palautus|siemen)(?:lause|sana)\p{L}*|(?:frase|palavras)[ -](?:de recuperação|semente|secreta)/giu;

/**
 * Twelve words, numbered or not, on one or several lines. Ordinary sentences contain shorter words.
 */
const seedWords =
  /(?:^|[\s:=—–])(?:(?:\d{1,2}[.)]\s*)?[a-zà-ÿ]{3,9}[\s,]+){11}(?:\d{1,2}[.)]\s*)?[a-zà-ÿ]{3,9}(?![a-zà-ÿ])/u;

const searchLength = 400;

const ordinaryWord =
  /(?<!\p{L})(?:the|and|for|with|are|was|his|her|not|but|our|from|have|has|will|please|les|des|dans|avec|pour|och|som|att|med|ett|que|com|para|uma|ovat|joka)(?!\p{L})/iu;

const addresses = /(?:https?:\/\/|www\.)\S+/gi;
const hexKey = /(?<!\w)(?:0x)?[0-9a-f]{64}(?!\w)/i;
const longRuns = /(?<![\w/.-])[\w+/-]{32,}={0,2}/g;

/** Keys with the prefixes of services and wallets. */
const prefixedKey =
  /(?<!\w)(?:sk-[\w-]{16,}|[sr]k_(?:live|test)_\w{10,}|gh[opsu]_\w{20,}|github_pat_\w{20,}|glpat-[\w-]{16,}|xox[abp]-[\w-]{10,}|AKIA[A-Z\d]{16}|AIza[\w-]{30,}|eyJ[\w-]{10,}\.eyJ[\w-]{10,}|[xyz]prv\w{50,}|[5KL][1-9A-HJ-NP-Za-km-z]{50,51})(?!\w)/;

const namedKey =
  /(?:key|ключ\p{L}*|token|токен|nyckel|avain|jeton|clé|chave|api)(?:\s+(?:\p{L}['’])?\p{L}+){0,2}\s*[:=—–-]?\s+["'«“]?([\w+/-]{12,})/giu;

/**
 * Separators within a card number. The digits may also follow directly or be spaced one by one, but
 * must not be part of a longer run.
 */
const gap = '[ \\u00a0\\u202f.\\-–—/\\n]{1,2}';

const cardNumberCandidates = new RegExp(
  `(?<![\\p{L}\\d]|\\d[ .-])(?:\\d{13,19}|\\d{4}(?:${gap}\\d{4}){3}(?:${gap}\\d{3})?|\\d{4}${gap}\\d{6}${gap}\\d{5}|\\d(?:[ .-]\\d){12,18})(?!\\d|[ \\u00a0.-]\\d{4}|[ .-]\\d(?!\\d))`,
  'gu',
);

/** Visa, Mir, Mastercard, Maestro and UnionPay, American Express, JCB. */
const cardNumber =
  /^(?:4(?:\d{12}|\d{15}|\d{18})|220[0-4]\d{12,15}|(?:5[1-5]|2[2-7])\d{14}|(?:5[06-9]|6)\d{14,18}|3[47]\d{13}|35\d{14})$/;

const secretKinds = ['password', 'card', 'key', 'state_secret'] as const;
export type SecretKind = (typeof secretKinds)[number];

/** Kinds of secrets that a text seems to reveal. Naming the place of a secret reveals nothing. */
export function findSecrets(text: string): SecretKind[] {
  return secretKinds.filter((kind) => detectors[kind](text));
}

const detectors: Record<SecretKind, (text: string) => boolean> = {
  password: containsPassword,
  card: hasCardNumber,
  key: containsKey,
  state_secret: (text) => stateSecret.test(text) || secrecyStamp.test(text),
};

const stateSecret =
  /совершенно секретно|гостайн|государственн\p{L}+ тайн|state secrets?(?!\p{L})|secret[- ]d[ée]fense|secrets? d['’]état|statshemlighet|kvalificerat hemlig|valtiosalaisu|segredos? de estado|ultrassecret/iu;

/** Words that are harmless in ordinary use, but not as a secrecy stamp. */
const secrecyStamp =
  /(?<!\p{L})(?:TOP SECRET|СЕКРЕТНО|ОСОБОЙ ВАЖНОСТИ|ERITTÄIN SALAINEN)(?!\p{L})|[Гг]риф\p{L}*:?\s+[«"“]?(?:секретн|особой важн)/u;

/** Detects private keys, seed phrases and access keys. */
export function containsKey(text: string): boolean {
  return keyBlock.test(text) || hasSeedPhrase(text) || hasAccessKey(text);
}

/** True for a seed phrase after its name, or for a message of exactly 12 or 24 such words. */
function hasSeedPhrase(text: string): boolean {
  const isNamed = [...text.matchAll(seedName)].slice(0, 20).some(({ 0: name, index }) => {
    const after = text.slice(index + name.length, index + name.length + searchLength);
    return seedWords.test(after) && !ordinaryWord.test(seedWords.exec(after)?.[0] ?? '');
  });
  return isNamed || isSeedPhrase(text);
}

function isSeedPhrase(text: string): boolean {
  if (text.length > searchLength) return false;
  const words = text
    .split(/[\s,]+(?:\d{1,2}[.)]\s*)?|^\d{1,2}[.)]\s*/)
    .filter((word) => word !== '');
  const isLong = words.length === 12 || words.length === 24;
  return isLong && words.every((word) => /^[a-z]{3,8}$/.test(word)) && !ordinaryWord.test(text);
}

/** True for a long run of letters and digits, except in paths and links. */
function hasAccessKey(text: string): boolean {
  const rest = text.replace(addresses, ' ');
  if (hexKey.test(rest) || prefixedKey.test(rest)) return true;
  if ((rest.match(longRuns) ?? []).some(isJumbled)) return true;
  return [...rest.matchAll(namedKey)].some(([, run = '']) => isJumbled(run));
}

/** True if capitals, lower-case letters and digits alternate more often than in words. */
function isJumbled(run: string): boolean {
  const kinds = [...run.replace(/[^a-z\d]/gi, '')].map((sign) =>
    /\d/.test(sign) ? '0' : sign === sign.toLowerCase() ? 'a' : 'A',
  );
  const alternations = kinds.filter((kind, index) => index > 0 && kind !== kinds[index - 1]).length;
  return new Set(kinds).size === 3 && alternations / kinds.length > 0.35;
}

/** Detects numbers of payment cards, but not phones, tax numbers and accounts. */
function hasCardNumber(text: string): boolean {
  return [...text.matchAll(cardNumberCandidates)].some(({ 0: found, index }) => {
    const digits = found.replace(/\D/g, '');
    return cardNumber.test(digits) && hasCheckDigit(digits) && !isPolicy(text.slice(0, index));
  });
}

/** True after the name of an insurance policy, whose number may have the same check digit. */
function isPolicy(before: string): boolean {
  return /(?:полис|омс|policy|police|försäkring|vakuutus|apólice)[^.\n]{0,30}$/iu.test(before);
}

function hasCheckDigit(text: string): boolean {
  const digits = [...text].map(Number);
  const sum = digits
    .toReversed()
    .map((digit, index) => (index % 2 === 0 ? digit : doubled(digit)))
    .reduce((total, digit) => total + digit, 0);
  return digits.some((digit) => digit !== digits[0]) && sum % 10 === 0;
}

function doubled(digit: number): number {
  return digit > 4 ? digit * 2 - 9 : digit * 2;
}
