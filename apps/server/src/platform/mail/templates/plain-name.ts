/** Format characters that can turn a text around or hide in it; joiners belong to some scripts. */
const hiddenCharacters = /[^\P{Cf}\u200c\u200d]/gu;
const breaksAndSpaces = /[\p{Cc}\p{Z}]+/gu;
const numericAddress = /\p{N}+(?:\.\p{N}+){3,}/gu;
const rightToLeft =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
const segmenter = new Intl.Segmenter();
const longestInSubject = 40;

/**
 * A name that somebody typed, fit for a sentence to somebody else: one line, in its own direction,
 * with nothing a mail program would make a link of. Empty when nothing readable is left.
 */
export function plainName(name: string): string {
  const plain = name
    .replace(hiddenCharacters, '')
    .replace(/[:/\\@]+/g, ' ')
    .replace(/\.(?=[\p{L}\p{N}])/gu, '. ')
    .replace(breaksAndSpaces, ' ')
    .trim();
  return /[\p{L}\p{N}]/u.test(plain) ? plain : '';
}

/**
 * A title that somebody typed, fit for the same: closer to what was typed than a name, because
 * dates, times and colons belong to titles. Empty when nothing visible is left.
 */
export function plainTitle(title: string): string {
  return title
    .replace(hiddenCharacters, '')
    .replace(/[\\@]+|\/{2,}/g, ' ')
    .replace(/(?<=\p{L}):(?=\S)/gu, ': ')
    .replace(/\.(?=\p{L})|(?<!\p{N})\.(?=\p{N})/gu, '. ')
    .replace(numericAddress, (address) => address.replaceAll('.', '. '))
    .replace(breaksAndSpaces, ' ')
    .trim();
}

/** A text of several lines that somebody typed, as it is but for what could hide in it. */
export function plainLines(text: string): string {
  return text
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(hiddenCharacters, '')
    .replace(/[^\P{Cc}\n\t]/gu, '');
}

/** The same of a single line. */
export function plainLine(text: string): string {
  return plainLines(text).replace(breaksAndSpaces, ' ').trim();
}

/** A person as a sentence names them: with the name, where there is one, and always the address. */
export function nameWithAddress(name: string, email: string): string {
  const plain = plainName(name);
  return plain ? `${isolated(plain)} (${email})` : email;
}

/** The same person as a subject names them. */
export function nameInSubject(name: string | null, email: string): string {
  return isolated(shortened(plainName(name ?? '') || email, longestInSubject));
}

/** The beginning of a text, for a subject line; whole characters, as people see them. */
export function shortened(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  let kept = '';
  for (const { segment } of segmenter.segment(text)) {
    if (kept.length + segment.length > maxLength) break;
    kept += segment;
  }
  return `${kept.trimEnd()}…`;
}

/** Keeps a name written from right to left from turning the words around it. */
export function isolated(text: string): string {
  return rightToLeft.test(text) ? `\u2068${text}\u2069` : text;
}
