import type { Locale } from '@zavet/contract/locales';
import type { InstructionCategory } from '@zavet/contract/vault/instruction-values';

/** A parish or an office is named in capitals, too. */
const toPersons: ReadonlySet<InstructionCategory> = new Set([
  'notary',
  'lawyer',
  'relative',
  'friends',
  'personal',
]);

/** Up to three words with capitals after a word without; after «в», «from» and their kin it is a place. */
const name =
  /(?<=(?:^|[^\p{L}])(?!(?:в|во|из|на|под|in|from|at|near|i|från|på|à|au|de|dans|en|em|do|da|no|na)\s)\p{Ll}+,?\s)\p{Lu}[\p{Ll}'’]+(?:[\s-]\p{Lu}[\p{Ll}'’]+){0,2}/u;

/** A message as it is compared: small letters, plain signs, one space between words. */
export function normal(message: string): string {
  return (
    message
      // Before the rest: an acute accent of its own would be taken apart.
      .replace(/[’`´]/g, "'")
      .normalize('NFKC')
      .toLowerCase()
      .replaceAll('ё', 'е')
      .replace(/[^\p{L}\p{N}\p{M}'?]+/gu, ' ')
      .trim()
  );
}

/** A pattern for words that begin with one of these; `$` at the end of one means the whole word. */
export function wordsBeginning(stems: readonly string[]): RegExp {
  const forms = stems.map((stem) =>
    stem.endsWith('$') ? `${stem.slice(0, -1)}(?![\\p{L}\\p{M}])` : stem,
  );
  return new RegExp(`(?<![\\p{L}\\p{M}])(?:${forms.join('|')})`, 'u');
}

/** The person whom somebody names when saying for whom a letter shall be. */
export function addresseeIn(message: string, category: InstructionCategory): string | undefined {
  return toPersons.has(category) ? name.exec(message)?.[0] : undefined;
}

/** Where names are not declined, what was said can be written on an envelope. */
export function isBaseForm(language: Locale): boolean {
  return language !== 'ru' && language !== 'fi';
}
