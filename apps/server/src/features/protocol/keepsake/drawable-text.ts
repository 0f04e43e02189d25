/** Stands for what a font does not have. */
export const missingMark = '¤';

interface DrawableText {
  text: string;
  /** Something is missing, and the mark stands for it. */
  hasMarks: boolean;
}

let characters: Intl.Segmenter | undefined;

/**
 * A text as a font can draw it: a character that it does not have, and that is seen, becomes one
 * mark, however many signs it is made of. Lines end with `\n`.
 */
export function drawableText(text: string, isDrawable: (text: string) => boolean): DrawableText {
  let hasMarks = false;
  characters ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  const lines = text
    .normalize('NFC')
    .split(/\r\n|[\n\r\u2028\u2029\u0085\v\f]/)
    .map((line) => line.replace(/\t/g, '    '));
  const drawn = lines.map((line) => {
    // Most lines have nothing to look for.
    if (isDrawable(line)) return line;
    let kept = '';
    for (const { segment } of characters?.segment(line) ?? []) {
      const seen = segment.replace(/\p{Cc}|\p{Cf}|\p{Variation_Selector}/gu, '');
      if (isDrawable(seen)) kept += seen;
      else {
        kept += missingMark;
        hasMarks = true;
      }
    }
    return kept;
  });
  return { text: drawn.join('\n'), hasMarks };
}
