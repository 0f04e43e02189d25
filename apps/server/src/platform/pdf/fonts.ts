import { readFile } from 'node:fs/promises';

export type FontName = 'text' | 'strong' | 'heading';
export type Fonts = Record<FontName, Buffer>;

let fontsRead: Promise<Fonts> | undefined;

/** Fonts with the Cyrillic and Latin letters of all six languages; only what is used goes in. */
export function readFonts(): Promise<Fonts> {
  fontsRead ??= readAllFonts();
  return fontsRead;
}

async function readAllFonts(): Promise<Fonts> {
  const read = (name: string) => readFile(new URL(`./${name}.ttf`, import.meta.url));
  const [text, strong, heading] = await Promise.all(
    ['golos-text-400', 'golos-text-600', 'literata-600'].map(read),
  );
  if (!text || !strong || !heading) throw new Error('A font of our PDFs is missing');
  return { text, strong, heading };
}

/** The PDF writer does not publish which characters a font has. */
interface WithFont {
  _font: { font: { hasGlyphForCodePoint(codePoint: number): boolean } };
}

/** True if the current font of a document has every character of a text. */
export function hasGlyphs(document: PDFKit.PDFDocument, text: string): boolean {
  const { font } = (document as unknown as WithFont)._font;
  return [...text].every((one) => font.hasGlyphForCodePoint(one.codePointAt(0) ?? 0));
}
