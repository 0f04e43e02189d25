import { buffer } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import PDFDocument from 'pdfkit';
import { type FontName, hasGlyphs, readFonts } from '../../../platform/pdf/fonts.ts';
import type { ArchivedFile, ArchiveFacts, ArchiveWords } from './archive-format.ts';

/** Replaces a character that the font lacks. */
export const missingMark = '¤';

let characters: Intl.Segmenter | undefined;

/** Longer words are measured by character. */
const shortWord = 60;

const page = { width: 595.28, height: 841.89, side: 71, top: 71, bottom: 85 };

const ink = '#22302B';

const quiet = '#5A6861';

const gold = '#8A6524';

interface Look {
  font: FontName;
  size: number;
  line: number;
  colour: string;
}

const looks = {
  title: { font: 'heading', size: 22, line: 29, colour: ink },
  letter: { font: 'text', size: 12, line: 19, colour: ink },
  section: { font: 'strong', size: 12, line: 19, colour: ink },
  note: { font: 'text', size: 9.5, line: 14, colour: quiet },
} satisfies Record<string, Look>;

interface PrintedLetter {
  title: string;
  content: string;
  written_at: Date;
  files: readonly ArchivedFile[];
}

/**
 * A letter for printing: PDF/A-2b with embedded fonts. Characters missing in the fonts are marked, and
 * the last lines refer to the whole text.
 */
export async function letterPdf(
  facts: ArchiveFacts,
  letter: PrintedLetter,
  words: ArchiveWords,
): Promise<{ bytes: Buffer; hasMarks: boolean }> {
  const { say } = words;
  const paper = await newPaper(facts, letter, words);
  await paper.write(letter.title, looks.title);
  paper.skip(8);
  await paper.write(say('author', { person: facts.owner_name }), looks.note);
  if (facts.recipient_name) {
    await paper.write(say('recipient', { person: facts.recipient_name }), looks.note);
  }
  await paper.write(say('written', { date: words.day(letter.written_at) }), looks.note);
  paper.skip(20);
  await paper.write(letter.content.trim(), looks.letter);
  if (letter.files.length > 0) {
    paper.skip(20);
    await paper.write(say('files'), looks.section);
    for (const { file_name } of letter.files) await paper.write(file_name, looks.note);
  }
  const hasMarks = paper.hasMarks();
  if (hasMarks) {
    paper.skip(20);
    const places = { mark: missingMark, file: words.names.letter };
    await paper.write(say('marks', places), looks.note);
  }
  const bytes = await paper.end((number, count) => say('page', { page: number, count }));
  return { bytes, hasMarks };
}

async function newPaper(facts: ArchiveFacts, letter: PrintedLetter, { locale }: ArchiveWords) {
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
  return new Paper(document);
}

/** The PDF library writes these into XML without escaping. */
function xmlSafe(text: string): string {
  return text.replace(/[<>&\p{Cc}\p{Cs}\ufffe\uffff]/gu, ' ').trim();
}

class Paper {
  readonly #document: PDFKit.PDFDocument;
  #y = page.top;
  #hasMarks = false;
  #lines = 0;

  constructor(document: PDFKit.PDFDocument) {
    this.#document = document;
  }

  async write(text: string, look: Look): Promise<void> {
    const document = this.#document;
    this.#use(look);
    const drawable = drawableText(text, (part) => hasGlyphs(document, part));
    this.#hasMarks ||= drawable.hasMarks;
    const widths = new Map<string, number>();
    const widthOf = (part: string) => {
      const width = widths.get(part) ?? document.widthOfString(part);
      widths.set(part, width);
      return width;
    };
    for (const line of wrappedLines(drawable.text, page.width - 2 * page.side, widthOf)) {
      await this.#writeLine(line, look);
    }
  }

  skip(height: number): void {
    this.#y += height;
  }

  hasMarks(): boolean {
    return this.#hasMarks;
  }

  async end(footOf: (number: number, count: number) => string): Promise<Buffer> {
    const document = this.#document;
    const { count } = document.bufferedPageRange();
    for (let number = 0; number < count; number += 1) {
      document.switchToPage(number);
      this.#stitch();
      if (count === 1) break;
      this.#use(looks.note);
      document.text(footOf(number + 1, count), page.side, page.height - page.bottom / 2, {
        lineBreak: false,
      });
    }
    document.end();
    return buffer(document);
  }

  /** The stitched spine of the recipient's page. */
  #stitch(): void {
    const x = page.side - 28;
    this.#document
      .moveTo(x, page.top)
      .lineTo(x, page.height - page.bottom)
      .lineWidth(1.5)
      .dash(9, { space: 6 })
      .stroke(gold)
      .undash();
  }

  async #writeLine(line: string, look: Look): Promise<void> {
    if (this.#y + look.line > page.height - page.bottom) {
      this.#document.addPage();
      this.#y = page.top;
    }
    this.#use(look);
    if (line !== '') {
      this.#document.text(line, page.side, this.#y, { lineBreak: false });
    }
    this.#y += look.line;
    this.#lines += 1;
    // Yields, because long letters would block the process.
    if (this.#lines % 40 === 0) await setImmediate();
  }

  #use({ font, size, colour }: Look): void {
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
): { text: string; hasMarks: boolean } {
  let hasMarks = false;
  characters ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  const lines = text
    .normalize('NFC')
    .split(/\r\n|[\n\r\u2028\u2029\u0085\v\f]/)
    .map((line) => line.replace(/\t/g, '    '));
  const drawn = lines.map((line) => {
    // Fast path for most lines.
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

/**
 * Wraps a text. Measures every character once or twice; the PDF library would measure the rest of a
 * long word again for every line, which takes minutes.
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
  if (word.length < shortWord && widthOf(word.trimEnd()) <= width) {
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
