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
