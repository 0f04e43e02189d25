import { limits } from '../limits.ts';

const ellipsis = '…';
const characters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** The beginning of a text on one line, at most 100 characters, never half of one. */
export function previewOf(text: string): string {
  // Enough for a hundred characters of any kind without walking through a long text.
  const line = text
    .slice(0, limits.mailPreviewLength * 20)
    .replace(/\s+/g, ' ')
    .trim();
  const kept = Array.from(characters.segment(line), ({ segment }) => segment);
  if (kept.length <= limits.mailPreviewLength) return line;
  return (
    kept
      .slice(0, limits.mailPreviewLength - 1)
      .join('')
      .trimEnd() + ellipsis
  );
}
