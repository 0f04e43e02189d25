/** Invisible and bidirectional format characters, except the joiners of some scripts. */
const hiddenCharacters = /[^\P{Cf}\u200c\u200d]/gu;
const breaksAndSpaces = /[\p{Cc}\p{Z}]+/gu;
const numericAddress = /\p{N}+(?:\.\p{N}+){3,}/gu;
const rightToLeft =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
const segmenter = new Intl.Segmenter();
const longestInSubject = 40;

/** A user's name on one line, without text that mail programs would turn into a link. May be empty. */
export function plainName(name: string): string {
  const plain = name
    .replace(hiddenCharacters, '')
    .replace(/[:/\\@]+/g, ' ')
    .replace(/\.(?=[\p{L}\p{N}])/gu, '. ')
    .replace(breaksAndSpaces, ' ')
    .trim();
  return /[\p{L}\p{N}]/u.test(plain) ? plain : '';
}

/** Like `plainName`, but keeps dates, times and colons. */
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

/** User input of several lines without control and invisible characters. */
export function plainLines(text: string): string {
  return text
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(hiddenCharacters, '')
    .replace(/[^\P{Cc}\n\t]/gu, '');
}

export function plainLine(text: string): string {
  return plainLines(text).replace(breaksAndSpaces, ' ').trim();
}

export function nameWithAddress(name: string, email: string): string {
  const plain = plainName(name);
  return plain ? `${isolateText(plain)} (${email})` : email;
}

export function nameInSubject(name: string | null, email: string): string {
  return isolateText(truncateText(plainName(name ?? '') || email, longestInSubject));
}

/** Truncates between grapheme clusters. */
export function truncateText(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  let kept = '';
  for (const { segment } of segmenter.segment(text)) {
    if (kept.length + segment.length > maxLength) break;
    kept += segment;
  }
  return `${kept.trimEnd()}…`;
}

/** Isolates right-to-left text, so that it does not reorder the words around it. */
export function isolateText(text: string): string {
  return rightToLeft.test(text) ? `\u2068${text}\u2069` : text;
}
