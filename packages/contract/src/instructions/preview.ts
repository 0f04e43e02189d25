import { limits } from '../limits.ts';

const ellipsis = '…';
/** Made when it is first needed: that takes a moment. */
let characters: Intl.Segmenter | undefined;

/** The beginning of a text on one line, at most 100 characters, never half of one. */
export function previewOf(text: string): string {
  // Enough for a hundred characters of any kind without walking through a long text.
  const line = text
    .slice(0, limits.mailPreviewLength * 20)
    .replace(/\s+/g, ' ')
    .trim();
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
