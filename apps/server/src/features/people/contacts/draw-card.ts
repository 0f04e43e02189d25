import type { Readable } from 'node:stream';
import type { Day } from '@zavet/contract/days';
import PDFDocument from 'pdfkit';
import type { SiteInfo } from '../../../platform/mail/mail.ts';
import type { MailWords } from '../../../platform/mail/templates/mail-words.ts';
import { dayName } from '../../../platform/mail/templates/mail-words.ts';
import { hasGlyphs, readFonts } from '../../../platform/pdf/fonts.ts';
import { type CardFacts, cardTexts } from './confirmation-card.ts';

const textColor = '#22302B';
const mutedColor = '#5A6861';
const accentColor = '#1F5A46';
const lineColor = '#E6DFD3';

/** A5 portrait: two fit on a sheet of A4. */
const page = { width: 419.53, height: 595.28, margin: 36 };
const width = page.width - 2 * page.margin;
/** Reserved at the bottom of the page. */
const footerHeight = 44;
const smallestScale = 0.55;

/** The card as a PDF of one page, streamed while it is written. */
export async function drawCard(
  words: MailWords,
  facts: CardFacts,
  site: SiteInfo,
  day: Day,
): Promise<Readable> {
  const fonts = await readFonts();
  const title = words.t('card.title');
  const document = new PDFDocument({
    size: [page.width, page.height],
    // Not used, but PDFKit requires an initial font.
    font: fonts.text as never,
    margins: { top: page.margin, left: page.margin, right: page.margin, bottom: 0 },
    lang: words.locale,
    info: { Title: title },
    displayTitle: true,
  });
  for (const [name, font] of Object.entries(fonts)) document.registerFont(name, font);
  const sections = sectionsOf(words, omitUndrawableName(document, facts), site);
  drawHead(document, words.t('layout.brand'), title);
  drawSections(document, sections, scaleFor(document, sections));
  drawFooter(
    document,
    words.t('card.harmless'),
    words.t('card.written', { day: dayName(words, day) }),
  );
  document.end();
  return document as unknown as Readable;
}

interface Section {
  title: string;
  texts: string[];
  /** Emphasised, because it is typed by hand. */
  isAddress?: boolean;
  isNumbered?: boolean;
}

function sectionsOf(words: MailWords, facts: CardFacts, site: SiteInfo): Section[] {
  const { t } = words;
  const texts = cardTexts(words, facts, site);
  return [
    { title: t('card.asked_title'), texts: [texts.asked] },
    { title: t('card.where_title'), texts: [texts.address], isAddress: true },
    { title: t('card.sign_in_title'), texts: [texts.signIn] },
    { title: t('card.pin_title'), texts: [texts.pin] },
    { title: t('card.steps.title'), texts: texts.steps, isNumbered: true },
    { title: t('card.help_title'), texts: [t('card.help', { email: site.supportEmail })] },
  ];
}

/** Omits a name that the font lacks glyphs for. The address still identifies the owner. */
function omitUndrawableName(document: Document, facts: CardFacts): CardFacts {
  const name = (facts.owner_name ?? '').normalize('NFC');
  const isDrawable = hasGlyphs(document.font('text'), name);
  return { ...facts, owner_name: isDrawable ? name : null };
}

type Document = PDFKit.PDFDocument;

/** The logo, as on the web. */
const logo = [
  { path: 'M6.5 27V10.5A5.5 5.5 0 0 1 12 5h8a5.5 5.5 0 0 1 5.5 5.5V27' },
  { path: 'M4.5 27h23' },
  { path: 'M16 27v-11' },
  { path: 'M16 19.5c-3.6 0-5.4-1.9-5.4-5.2 3.6 0 5.4 1.9 5.4 5.2Z', isFilled: true },
  { path: 'M16 16.5c0-3.4 1.8-5.3 5.4-5.3 0 3.4-1.8 5.3-5.4 5.3Z' },
];

function drawHead(document: Document, brand: string, title: string): void {
  document.save().translate(page.margin - 4, page.margin - 4);
  document.lineWidth(2).lineCap('round').lineJoin('round');
  for (const { path, isFilled } of logo) {
    document.path(path);
    if (isFilled) document.fillAndStroke(accentColor, accentColor);
    else document.stroke(accentColor);
  }
  document.restore();
  document.font('heading').fontSize(15).fillColor(accentColor);
  document.text(brand, page.margin + 32, page.margin + 3);
  document
    .fontSize(19)
    .fillColor(textColor)
    .text(title, page.margin, page.margin + 38, { width });
  document.moveDown(0.6);
}

const sizes = { title: 8.5, text: 10.5, address: 12, number: 15, titleGap: 2, gap: 9 };

/** Draws the sections one below the other, from the current position. */
function drawSections(document: Document, sections: Section[], scale: number): void {
  const { margin } = page;
  for (const section of sections) {
    selectTitleFont(document, scale)
      .fillColor(accentColor)
      .text(section.title, margin, document.y, { width });
    document.y += sizes.titleGap * scale;
    selectTextFont(document, section, scale).fillColor(textColor);
    section.texts.forEach((text, index) => {
      const { y } = document;
      const indent = indentOf(section, scale);
      if (section.isNumbered) document.text(`${index + 1}.`, margin, y, { lineBreak: false });
      document.text(text, margin + indent, y, textOptionsOf(section, scale));
    });
    document.y += sizes.gap * scale;
  }
}

/** Shrinks the text so that long names and addresses fit on one page. */
function scaleFor(document: Document, sections: Section[]): number {
  const available = page.height - page.margin - footerHeight - document.y;
  for (let scale = 1; scale > smallestScale; scale -= 0.05) {
    if (heightOf(document, sections, scale) <= available) return scale;
  }
  return smallestScale;
}

function heightOf(document: Document, sections: Section[], scale: number): number {
  let height = 0;
  for (const section of sections) {
    height += selectTitleFont(document, scale).heightOfString(section.title, { width });
    height += (sizes.titleGap + sizes.gap) * scale;
    selectTextFont(document, section, scale);
    for (const text of section.texts)
      height += document.heightOfString(text, textOptionsOf(section, scale));
  }
  return height;
}

function selectTitleFont(document: Document, scale: number): Document {
  return document.font('strong').fontSize(sizes.title * scale);
}

function selectTextFont(document: Document, { isAddress }: Section, scale: number): Document {
  return document
    .font(isAddress ? 'strong' : 'text')
    .fontSize((isAddress ? sizes.address : sizes.text) * scale);
}

function textOptionsOf(section: Section, scale: number): PDFKit.Mixins.TextOptions {
  return { width: width - indentOf(section, scale), lineGap: 1.5 * scale };
}

function indentOf({ isNumbered }: Section, scale: number): number {
  return isNumbered ? sizes.number * scale : 0;
}

function drawFooter(document: Document, ...texts: string[]): void {
  const top = page.height - page.margin - footerHeight + 12;
  document.moveTo(page.margin, top).lineTo(page.width - page.margin, top);
  document.lineWidth(1).stroke(lineColor);
  document.font('text').fontSize(8.5).fillColor(mutedColor);
  document.text(texts.join('\n'), page.margin, top + 8, { width, lineGap: 2 });
}
