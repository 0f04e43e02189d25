import { limits } from '../limits.ts';

const ellipsis = '…';
/** Made when it is first needed: that takes a moment. */
let characters: Intl.Segmenter | undefined;

/** Letters and signs that are one character each, whatever follows among them: most texts have no others. */
const standAlone =
  /^[\u0020-\u007e\u00a1-\u00ac\u00ae-\u02ff\u0400-\u0482\u048a-\u052f\u2010-\u2027\u2030-\u205e№₽]*$/;

/** The beginning of a text on one line, at most 100 characters, never half of one. */
export function previewOf(text: string): string {
  // Enough for a hundred characters of any kind without walking through a long text.
  const line = text
    .slice(0, limits.mailPreviewLength * 20)
    .replace(/\s+/g, ' ')
    .trim();
  if (standAlone.test(line.slice(0, limits.mailPreviewLength + 1))) {
    if (line.length <= limits.mailPreviewLength) return line;
    return line.slice(0, limits.mailPreviewLength - 1).trimEnd() + ellipsis;
  }
  characters ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  let end = 0;
  let count = 0;
  for (const { index } of characters.segment(line)) {
    if (count === limits.mailPreviewLength - 1) end = index;
    if (count === limits.mailPreviewLength) return line.slice(0, end).trimEnd() + ellipsis;
    count += 1;
  }
  return line;
}
