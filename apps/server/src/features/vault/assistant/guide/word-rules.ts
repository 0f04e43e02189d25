import type { Locale } from '@zavet/contract/locales';
import type { InstructionCategory } from '@zavet/contract/vault/instruction-values';

/** Normalizes a message for comparison: lower case, plain characters, single spaces. */
export function normalize(message: string): string {
  return (
    message
      // Before NFKC, which would decompose a separate acute accent.
      .replace(/[’`´]/g, "'")
      .normalize('NFKC')
      .toLowerCase()
      .replaceAll('ё', 'е')
      .replace(/[^\p{L}\p{N}\p{M}'?]+/gu, ' ')
      .trim()
  );
}

/** Matches words that begin with one of these stems; a final `$` requires the whole word. */
export function createStemPattern(stems: readonly string[]): RegExp {
  const forms = stems.map((stem) =>
    stem.endsWith('$') ? `${stem.slice(0, -1)}(?![\\p{L}\\p{M}])` : stem,
  );
  return new RegExp(`(?<![\\p{L}\\p{M}])(?:${forms.join('|')})`, 'u');
}

/**
 * Categories with a personal addressee. In others a capitalized word may name a parish or an
 * office.
 */
const personalCategories: ReadonlySet<InstructionCategory> = new Set([
  'notary',
  'lawyer',
  'relative',
  'friends',
  'personal',
]);

/** Up to three capitalized words after a lower-case word; after «в», «from» etc. it is a place. */
const personName =
  /(?<=(?:^|[^\p{L}])(?!(?:в|во|из|на|под|in|from|at|near|i|från|på|à|au|de|dans|en|em|do|da|no|na)\s)\p{Ll}+,?\s)\p{Lu}[\p{Ll}'’]+(?:[\s-]\p{Lu}[\p{Ll}'’]+){0,2}/u;

/** The person named in the message that chooses the category. */
export function addresseeIn(message: string, category: InstructionCategory): string | undefined {
  return personalCategories.has(category) ? personName.exec(message)?.[0] : undefined;
}

/** These languages do not decline names, so a quoted name can be used as it is. */
export function hasUndeclinedNames(language: Locale): boolean {
  return language !== 'ru' && language !== 'fi';
}
