import type { InstructionCategory } from '@zavet/contract/instructions/instruction-values';
import type { Locale } from '@zavet/contract/locales';

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

/** The person whom somebody names when saying for whom a letter shall be. */
export function addresseeIn(message: string, category: InstructionCategory): string | undefined {
  return toPersons.has(category) ? name.exec(message)?.[0] : undefined;
}

/** Where names are not declined, what was said can be written on an envelope. */
export function isBaseForm(language: Locale): boolean {
  return language !== 'ru' && language !== 'fi';
}
