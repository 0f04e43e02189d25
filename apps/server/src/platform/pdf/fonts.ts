import { readFile } from 'node:fs/promises';

export type FontName = 'text' | 'strong' | 'heading';
export type Fonts = Record<FontName, Buffer>;

let fontsPromise: Promise<Fonts> | undefined;

/** Fonts with the letters of all six languages. A PDF embeds only the used glyphs. */
export function readFonts(): Promise<Fonts> {
  fontsPromise ??= readAllFonts();
  return fontsPromise;
}

async function readAllFonts(): Promise<Fonts> {
  const read = (name: string) => readFile(new URL(`./${name}.ttf`, import.meta.url));
  const [text, strong, heading] = await Promise.all(
    ['golos-text-400', 'golos-text-600', 'literata-600'].map(read),
  );
  if (!text || !strong || !heading) throw new Error('A font of our PDFs is missing');
  return { text, strong, heading };
}

const scripts = {
  cyrillic: 'U+0301,U+0400-045F,U+0490-0491,U+04B0-04B1,U+2116',
  latin:
    'U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+2000-206F,U+20AC,U+2122,U+2212',
};

let stylePromise: Promise<Buffer> | undefined;

/** The fonts of our pages as one style sheet, for pages opened from disk. */
export function readFontStyle(): Promise<Buffer> {
  stylePromise ??= readStyle();
  return stylePromise;
}

async function readStyle(): Promise<Buffer> {
  const faces: string[] = [];
  for (const [file, family] of [
    ['literata', 'Literata'],
    ['golos-text', 'Golos Text'],
  ]) {
    for (const [script, range] of Object.entries(scripts)) {
      const bytes = await readFile(new URL(`./${file}-${script}.woff2`, import.meta.url));
      const source = `data:font/woff2;base64,${bytes.toString('base64')}`;
      faces.push(
        `@font-face{font-family:"${family}";font-weight:400 700;font-display:swap;src:url(${source}) format("woff2");unicode-range:${range}}\n`,
      );
    }
  }
  return Buffer.from(faces.join(''));
}

/** Internal: the PDF library has no public API for the characters of a font. */
interface WithFont {
  _font: { font: { hasGlyphForCodePoint(codePoint: number): boolean } };
}

/** True if the current font of a document has every character of a text. */
export function hasGlyphs(document: PDFKit.PDFDocument, text: string): boolean {
  const { font } = (document as unknown as WithFont)._font;
  return [...text].every((one) => font.hasGlyphForCodePoint(one.codePointAt(0) ?? 0));
}
