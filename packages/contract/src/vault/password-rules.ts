import {
  findSecretNames,
  isHintWord,
  isSecretName,
  mentionsPlace,
  type NamedSecret,
  type SecretName,
} from './secret-words.ts';

/** Digits in a row, with or without separators. */
const digitRun = /^\d(?:[ \u00a0.\-–—_/]{0,2}\d)*(?![\p{L}\d])/u;

const digitWords = [
  'ноль|нуль|один|единица|два|двойка|три|четыре|пять|шесть|семь|восемь|девять',
  'zero|oh|one|two|three|four|five|six|seven|eight|nine',
  'zéro|un|deux|trois|quatre|cinq|sept|huit|neuf',
  'noll|ett|två|tre|fyra|fem|sex|sju|åtta|nio',
  'nolla|yksi|kaksi|kolme|neljä|viisi|kuusi|seitsemän|kahdeksan|yhdeksän',
  'um|dois|duas|três|quatro|cinco|seis|sete|oito|nove',
].join('|');

const spelledRun = new RegExp(
  `(?<!\\p{L})(?:(?:${digitWords})[\\s,\\-–—]+){2,}(?:${digitWords})(?!\\p{L})`,
  'iu',
);

const harmlessForms = [
  // «12-я», «3rd», «2:a»
  /^\d+(?:[-:]\p{L}{1,4}|st|nd|rd|th|er|ère|ème|e|º|ª|°)$/iu,
  // «стр.12», «№14», «кв.5», «p.12»
  /^\p{L}{0,6}[.№#]{1,2}\d{1,4}$/iu,
  /^\d{1,3}\p{L}$/iu,
  /^\p{L}\d{1,3}$/iu,
  /^\d+(?:мм|см|м|кг|г|мб|гб|руб|р|лет|kg|cm|mm|mb|gb|eur|usd|kr|€|\$|%)$/iu,
  /^[€$£]\d+$/,
  /^\S+@\S+\.\S+$/,
  /^(?:https?:|www\.)/i,
  /^[\w-]+\.(?:txt|docx?|xlsx?|pdf|kdbx|jpg|png|zip)$/i,
  /^(?:1password|keepass|lastpass|bitwarden|icloud|dashlane|nordpass|iphone|ipad|wi-?fi|windows|office|galaxy|redmi|s\d\d)/i,
  /^\+?\d[\d()-]{8,}$/,
];

/**
 * Detects a password, PIN, code or code word itself, as opposed to its place: a name of a secret
 * followed or preceded by a plausible value.
 */
export function containsPassword(text: string): boolean {
  return findMentions(text).some(
    (mention) => isRevealedAfter(text, mention) || isRevealedBefore(text, mention),
  );
}

/** Limits the processing time of texts that consist only of names and separators. */
export const maxNames = 30;
export const maxSeparators = 5;

interface Mention extends NamedSecret {
  /** Text after the name in the same sentence. */
  rest: string;
  separators: { before: string; found: string; value: string }[];
}

/** Returns the mentions of secrets in a text. The rule does constant work per separator. */
export function findMentions(text: string): Mention[] {
  return findSecretNames(text, maxNames).map((secret) => {
    const rest = sentenceAfter(text, secret.end);
    const separators = [...rest.matchAll(separatorPattern)]
      .slice(0, maxSeparators)
      .map(({ 0: found, index }) => ({
        before: rest.slice(0, index),
        found,
        value: rest.slice(index + found.length),
      }));
    return { ...secret, rest, separators };
  });
}

/** Permitted number of digits by kind of secret. */
const digits: Record<SecretName, [min: number, max: number]> = {
  password: [4, 10],
  code: [3, 10],
  cvv: [3, 4],
  word: [4, 8],
  generic: [4, 8],
};

const searchLength = 100;

/** Punctuation and verbs that can precede a value. */
const separatorPattern =
  /^\s*[:=—–\-→>]+\s*|(?<=[\p{L}\d»"”)])\s*[:=→]+(?!\/\/)\s*|\s[—–-]+\s+|(?<![\p{L}\d])(?:это|такой|вот|is|est|c['’]est|är|é|on|såhär)(?![\p{L}\d])\s*:?\s*/giu;

const possessive =
  /(?:мо[йяеёию]|наш\p{L}*|my|our|mon|ma|notre|min|mitt|vårt|minun|oma|meu|minha|nosso|nossa)\s+(?:\p{L}+\s+)?$/iu;

function isRevealedAfter(text: string, { name, at, rest, separators }: Mention): boolean {
  if (name === 'generic')
    return isGenericCode(rest) && !isOtherKindOfCode(text.slice(0, at).slice(-20));
  if (hasDigitsOf(name, rest.trimStart()) || isRandomValue(name, rest.trimStart())) return true;
  if (isQuotedValue(name, rest)) return true;
  const isPossessive = possessive.test(text.slice(Math.max(0, at - 30), at));
  const isAfterSign = separators.some(({ before, found, value }) =>
    isRevealedAfterSign(name, before, found, value, isPossessive),
  );
  if (isAfterSign) return true;
  const clause = rest.split(/,(?=\s)/)[0] ?? '';
  const isRevealed = (isPossessive && isPlainValue(name, clause)) || isRevealedAtEnd(name, clause);
  return isRevealed && !mentionsPlace(clause);
}

/**
 * True if a value follows the separator. Words before the separator may announce a place instead,
 * such as a page or shelf.
 */
function isRevealedAfterSign(
  name: SecretName,
  before: string,
  found: string,
  value: string,
  isPossessive: boolean,
): boolean {
  const isPunctuation = /[:=—–→-]/.test(found);
  if (isRandomValue(name, value)) return /[:=]/.test(found) || !mentionsPlace(before);
  const isDay = startsWithDate(value) && !isPunctuation;
  if ((hasDigitsOf(name, value) && !isDay) || hasSpelledDigits(value)) {
    return !before.includes(',') || !mentionsPlace(before);
  }
  const isSure = name === 'word' || isPossessive || before.trim() !== '' || isPunctuation;
  return isSure && isPlainValue(name, value) && !mentionsPlace(before);
}

const copula = /[—–=-]\s*$|(?<!\p{L})(?:это|is|est|är|on|é)\s+(?:\p{L}{1,10}\s+){0,2}$/iu;

const valueBefore =
  /(?:^|[\s«"“(])(\S{3,40}?)[»"”]?,?(?:\s*[—–=-]\s*|\s+)(?:(?:это|is|c['’]est|est|är|on|é)\s+)?(?:(?:мой|my|the|mon|le|min|mitt|minun|a|o|minha|meu|our|наш)\s+){0,2}$/iu;

/** True if the value precedes the name: «Qwerty123 — пароль от почты», «4821 is my PIN». */
function isRevealedBefore(text: string, { name, at }: NamedSecret): boolean {
  const before = text.slice(Math.max(0, at - 60), at);
  if (name === 'generic' || !/\S{3}/.test(before) || !copula.test(before)) return false;
  const [, value = ''] = valueBefore.exec(before) ?? [];
  return (
    isRandomValue(name, value) || (hasDigitsOf(name, value) && !isYear(trimPunctuation(value)))
  );
}

/**
 * Returns the rest of the sentence. A line break after punctuation or before a single token does
 * not end a sentence.
 */
function sentenceAfter(text: string, from: number): string {
  const near = text
    .slice(from, from + searchLength)
    .replace(/([:=—–→-])[ \t]*\n\s*/gu, '$1 ')
    .replace(/^([^\n]{0,40}?)[ \t]*\n\s*(\S+)[ \t]*(?=\n|$)/u, (all, line, value) =>
      isRandom(trimPunctuation(value)) || leadingDigits(value) > 2 ? `${line}: ${value}` : all,
    );
  return near.split(/\n|[.!?;](?=\s|$)/)[0] ?? '';
}

function hasDigitsOf(name: SecretName, text: string): boolean {
  const [min, max] = digits[name];
  const count = leadingDigits(text.replace(/^[«"“„'(]+/, ''));
  return count >= min && count <= max;
}

function isRandomValue(name: SecretName, text: string): boolean {
  const token = trimPunctuation(text.split(/\s+/)[0] ?? '');
  if (name === 'cvv' || (name === 'word' && !/\p{L}/u.test(token))) return false;
  return isRandom(token);
}

/** True for a single or quoted word at the end of a clause, if the secret needs no digits. */
function isPlainValue(name: SecretName, text: string): boolean {
  if (name !== 'password' && name !== 'word') return false;
  const value = /^\s*([\p{L}'’-]{3,})(?=\s*(?:$|[,;)]))/u.exec(text)?.[1];
  if (value === undefined) return isQuotedValue(name, text);
  return !mentionsPlace(value) && !isHintWord(value) && !isSecretName(value);
}

const quoted = /^\s*[:=—–-]?\s*[«"“„'‘]\s*([^»"”“'’\n]{2,40}?)\s*[»"”“'’](?=\s*(?:$|[,;)—–-]))/u;

function isQuotedValue(name: SecretName, text: string): boolean {
  const value = quoted.exec(text)?.[1];
  if (value === undefined) return false;
  if (name === 'code' || name === 'cvv') return hasDigitsOf(name, value);
  return !mentionsPlace(value) && !(isHintWord(value) && !/\s/.test(value));
}

/** True if a short clause about the purpose ends with the value. */
function isRevealedAtEnd(name: SecretName, clause: string): boolean {
  if (hasSpelledDigits(clause)) return true;
  const tokens = clause.split(/\s+/).filter((token) => token !== '');
  if (tokens.length > 6) return false;
  const last = trimPunctuation(tokens.at(-1) ?? '');
  if (isRandomValue(name, last)) return true;
  const [run = ''] = /\d[\d \u00a0.\-–]*$/.exec(clause.trim()) ?? [];
  return hasDigitsOf(name, run) && run.length > 3 && !isYear(run) && !startsWithDate(run);
}

function isGenericCode(rest: string): boolean {
  const value = /^\s*(?:[:=—–-]|это|is|est|är|on|é)\s*(.*)$/iu.exec(rest)?.[1] ?? '';
  return (hasDigitsOf('generic', value) && !startsWithDate(value)) || hasSpelledDigits(value);
}

/** True before «code» in postal code, area code and similar. */
function isOtherKindOfCode(before: string): boolean {
  return /(?:postal|post|zip|area|country|bar|qr|source|promo|discount|product|bank|sort|почтов\p{L}*|телефонн\p{L}*|штрих|промо|цветов\p{L}*|qr|rikt|post|streck|posti|viiva)[- ]?$/iu.test(
    before,
  );
}

/** Number of leading digits with any separators; 0 if letters follow. */
function leadingDigits(text: string): number {
  const [run] = digitRun.exec(text) ?? [];
  return run ? run.replace(/\D/g, '').length : 0;
}

/**
 * True for spelled digits («четыре восемь два один»): ordinary sentences have no three in a row.
 */
function hasSpelledDigits(text: string): boolean {
  return spelledRun.test(text);
}

/** True for a value like «12.03.2021», which is more probably a date. */
function startsWithDate(text: string): boolean {
  return /^(?:\d{1,2}[./]\d{1,2}[./](?:19|20)?\d\d|\d{1,2}-\d{1,2}-(?:19|20)\d\d|(?:19|20)\d\d[./-]\d{1,2}[./-]\d{1,2})(?!\d)/.test(
    text,
  );
}

function isYear(token: string): boolean {
  return /^(?:19|20)\d\d$/.test(token);
}

/** Returns the token without quotation marks and closing punctuation. */
function trimPunctuation(token: string): string {
  return token.replace(/^[«"“„‚‘'’(<`]+|[»"”“’'),;:.!?>`]+$/gu, '');
}

/**
 * True for a mix of letters and digits, or for characters that words do not contain. Excludes
 * ordinals, addresses and program names.
 */
function isRandom(token: string): boolean {
  if (token.length < 4 || harmlessForms.some((form) => form.test(token))) return false;
  return (/\p{L}/u.test(token) && /\d/.test(token)) || /[@#$%^&*_=~+]|[!?]\p{L}|\\/u.test(token);
}
