import { buffer } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import PDFDocument from 'pdfkit';
import { type FontName, hasGlyphs, readFonts } from '../../../platform/pdf/fonts.ts';
import type { ArchivedFile, ArchiveFacts, ArchiveWords } from './archive-format.ts';

/** Replaces a character that the font lacks. */
export const missingMark = '¤';

let graphemes: Intl.Segmenter | undefined;

/** Longer words are measured character by character. */
const maxWholeWordLength = 60;

const page = { width: 595.28, height: 841.89, side: 71, top: 71, bottom: 85 };

const inkColour = '#22302B';

const noteColour = '#5A6861';

const stitchColour = '#8A6524';

interface TextStyle {
  font: FontName;
  size: number;
  line: number;
  colour: string;
}

const textStyles = {
  title: { font: 'heading', size: 22, line: 29, colour: inkColour },
  letter: { font: 'text', size: 12, line: 19, colour: inkColour },
  section: { font: 'strong', size: 12, line: 19, colour: inkColour },
  note: { font: 'text', size: 9.5, line: 14, colour: noteColour },
} satisfies Record<string, TextStyle>;

interface PrintedLetter {
  title: string;
  content: string;
  written_at: Date;
  files: readonly ArchivedFile[];
}

/**
 * Returns a letter for printing as PDF/A-2b with embedded fonts. Characters that the fonts lack are
 * replaced by a mark, and the last lines refer to the complete text.
 */
export async function letterPdf(
  facts: ArchiveFacts,
  letter: PrintedLetter,
  words: ArchiveWords,
): Promise<{ bytes: Buffer; hasMissingCharacters: boolean }> {
  const { say } = words;
  const pdf = await createPdf(facts, letter, words);
  await pdf.write(letter.title, textStyles.title);
  pdf.skip(8);
  await pdf.write(say('author', { person: facts.owner_name }), textStyles.note);
  if (facts.recipient_name) {
    await pdf.write(say('recipient', { person: facts.recipient_name }), textStyles.note);
  }
  await pdf.write(say('written', { date: words.day(letter.written_at) }), textStyles.note);
  pdf.skip(20);
  await pdf.write(letter.content.trim(), textStyles.letter);
  if (letter.files.length > 0) {
    pdf.skip(20);
    await pdf.write(say('files'), textStyles.section);
    for (const { file_name } of letter.files) await pdf.write(file_name, textStyles.note);
  }
  const hasMissingCharacters = pdf.hasMissingCharacters();
  if (hasMissingCharacters) {
    pdf.skip(20);
    const places = { mark: missingMark, file: words.names.letter };
    await pdf.write(say('marks', places), textStyles.note);
  }
  const bytes = await pdf.end((number, count) => say('page', { page: number, count }));
  return { bytes, hasMissingCharacters };
}

async function createPdf(facts: ArchiveFacts, letter: PrintedLetter, { locale }: ArchiveWords) {
  const fonts = await readFonts();
  const document = new PDFDocument({
    size: [page.width, page.height],
    margin: 0,
    font: fonts.text as never,
    pdfVersion: '1.7',
    subset: 'PDF/A-2b',
    lang: locale,
    displayTitle: true,
    bufferPages: true,
    info: {
      Title: xmlSafe(letter.title),
      Author: xmlSafe(facts.owner_name),
      CreationDate: facts.saved_at,
      ModDate: facts.saved_at,
    },
  });
  for (const [name, font] of Object.entries(fonts)) document.registerFont(name, font);
  return new PdfWriter(document);
}

/** Removes the characters that the PDF library would write into XML without escaping. */
function xmlSafe(text: string): string {
  return text.replace(/[<>&\p{Cc}\p{Cs}\ufffe\uffff]/gu, ' ').trim();
}

class PdfWriter {
  readonly #document: PDFKit.PDFDocument;
  #y = page.top;
  #hasMissingCharacters = false;
  #lines = 0;

  constructor(document: PDFKit.PDFDocument) {
    this.#document = document;
  }

  async write(text: string, style: TextStyle): Promise<void> {
    const document = this.#document;
    this.#use(style);
    const drawable = drawableText(text, (part) => hasGlyphs(document, part));
    this.#hasMissingCharacters ||= drawable.hasMissingCharacters;
    const widths = new Map<string, number>();
    const widthOf = (part: string) => {
      const width = widths.get(part) ?? document.widthOfString(part);
      widths.set(part, width);
      return width;
    };
    for (const line of wrappedLines(drawable.text, page.width - 2 * page.side, widthOf)) {
      await this.#writeLine(line, style);
    }
  }

  skip(height: number): void {
    this.#y += height;
  }

  hasMissingCharacters(): boolean {
    return this.#hasMissingCharacters;
  }

  async end(footerOf: (number: number, count: number) => string): Promise<Buffer> {
    const document = this.#document;
    const { count } = document.bufferedPageRange();
    for (let number = 0; number < count; number += 1) {
      document.switchToPage(number);
      this.#stitch();
      if (count === 1) break;
      this.#use(textStyles.note);
      document.text(footerOf(number + 1, count), page.side, page.height - page.bottom / 2, {
        lineBreak: false,
      });
    }
    document.end();
    return buffer(document);
  }

  /** Draws the stitched line of the recipient's page. */
  #stitch(): void {
    const x = page.side - 28;
    this.#document
      .moveTo(x, page.top)
      .lineTo(x, page.height - page.bottom)
      .lineWidth(1.5)
      .dash(9, { space: 6 })
      .stroke(stitchColour)
      .undash();
  }

  async #writeLine(line: string, style: TextStyle): Promise<void> {
    if (this.#y + style.line > page.height - page.bottom) {
      this.#document.addPage();
      this.#y = page.top;
    }
    this.#use(style);
    if (line !== '') {
      this.#document.text(line, page.side, this.#y, { lineBreak: false });
    }
    this.#y += style.line;
    this.#lines += 1;
    // Yields to the event loop, which a long letter would otherwise block.
    if (this.#lines % 40 === 0) await setImmediate();
  }

  #use({ font, size, colour }: TextStyle): void {
    this.#document.font(font).fontSize(size).fillColor(colour);
  }
}

/**
 * Replaces each visible character that the font lacks by one mark, however many code points it has.
 * Lines end with `\n`.
 */
export function drawableText(
  text: string,
  isDrawable: (text: string) => boolean,
): { text: string; hasMissingCharacters: boolean } {
  let hasMissingCharacters = false;
  graphemes ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  const lines = text
    .normalize('NFC')
    .split(/\r\n|[\n\r\u2028\u2029\u0085\v\f]/)
    .map((line) => line.replace(/\t/g, '    '));
  const drawn = lines.map((line) => {
    // Most lines need no replacement.
    if (isDrawable(line)) return line;
    let drawnLine = '';
    for (const { segment } of graphemes?.segment(line) ?? []) {
      const seen = segment.replace(/\p{Cc}|\p{Cf}|\p{Variation_Selector}/gu, '');
      if (isDrawable(seen)) drawnLine += seen;
      else {
        drawnLine += missingMark;
        hasMissingCharacters = true;
      }
    }
    return drawnLine;
  });
  return { text: drawn.join('\n'), hasMissingCharacters };
}

/**
 * Wraps a text, measuring every character at most a few times. The PDF library would measure the
 * rest of a long word again for every line, which takes minutes.
 */
export function* wrappedLines(
  text: string,
  width: number,
  widthOf: (text: string) => number,
): Generator<string> {
  for (const paragraph of text.split('\n')) {
    let line = '';
    let used = 0;
    for (const word of paragraph.split(/(?<= )(?! )/)) {
      for (const piece of piecesOf(word, width, widthOf)) {
        const seen = widthOf(piece.trimEnd());
        if (line !== '' && used + seen > width) {
          yield line.trimEnd();
          line = '';
          used = 0;
        }
        line += piece;
        used += widthOf(piece);
      }
    }
    yield line.trimEnd();
  }
}

/** Cuts a word that is wider than a line. */
function* piecesOf(
  word: string,
  width: number,
  widthOf: (text: string) => number,
): Generator<string> {
  if (word.length < maxWholeWordLength && widthOf(word.trimEnd()) <= width) {
    yield word;
    return;
  }
  let piece = '';
  let used = 0;
  for (const character of word) {
    const more = widthOf(character);
    if (piece !== '' && character !== ' ' && used + more > width) {
      yield piece;
      piece = '';
      used = 0;
    }
    piece += character;
    used += more;
  }
  yield piece;
}
