import { plainTextSelectors, render } from '@react-email/render';
import type { Locale } from '@zavet/contract/locales';
import { compile } from 'html-to-text';
import type { ReactElement } from 'react';
import type { MailBlock, MailTemplate, MailText, SiteInfo } from '../mail.ts';
import { Action, Code, Items, MailLayout, Paragraph, PlainLink, Verbatim } from './mail-layout.tsx';
import { type MailWords, mailWords } from './mail-words.ts';

// Compiled once, because compiling takes longer than a conversion.
const toPlainText = compile({
  wordwrap: false,
  formatters: { button: labelThenUrl },
  selectors: [
    ...plainTextSelectors,
    { selector: 'h1', options: { uppercase: false, leadingLineBreaks: 2 } },
    { selector: 'a.main-button', format: 'button' },
    { selector: 'a.quiet-button', format: 'button' },
  ],
});

interface RenderedMail {
  html: string;
  text: string;
}

export interface WrittenMail extends RenderedMail {
  subject: string;
}

export function writeMail<Facts>(
  mail: MailTemplate<Facts>,
  locale: Locale,
  facts: Facts,
  site: SiteInfo,
): Promise<WrittenMail> {
  const words = mailWords(locale);
  return writeText(words, site, mail.text(words, facts, site));
}

export async function writeText(
  words: MailWords,
  { supportEmail }: SiteInfo,
  { blocks, preheader = firstParagraph(blocks), ...head }: MailText,
): Promise<WrittenMail> {
  const rendered = await renderMail(
    <MailLayout words={words} supportEmail={supportEmail} {...head} preheader={preheader}>
      {blocks.map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a mail is rendered once.
        <Block key={index} words={words} block={block} />
      ))}
    </MailLayout>,
  );
  return { subject: head.subject, ...rendered };
}

function firstParagraph(blocks: readonly MailBlock[]): string {
  const [first] = blocks;
  if (Array.isArray(first)) return first.join(' ');
  return typeof first === 'string' ? first : '';
}

function Block({ words, block }: { words: MailWords; block: MailBlock }) {
  if (typeof block === 'string') return <Paragraph>{block}</Paragraph>;
  if (Array.isArray(block)) return <Paragraph>{sentences(block)}</Paragraph>;
  if ('items' in block) return <Items items={block.items} />;
  if ('code' in block) return <Code code={block.code} />;
  if ('verbatim' in block) return <Verbatim text={block.verbatim} />;
  if ('button' in block) {
    const { button, href, isQuiet } = block;
    return <Action words={words} label={button} href={href} isQuiet={isQuiet} />;
  }
  if (block.name === undefined) return <PlainLink href={block.href} />;
  return (
    <div>
      <Paragraph>{block.name}</Paragraph>
      <PlainLink href={block.href} />
    </div>
  );
}

function sentences(texts: readonly string[]): string[] {
  return texts.flatMap((text, index) => (index === 0 ? [text] : [' ', text]));
}

async function renderMail(mail: ReactElement): Promise<RenderedMail> {
  const html = await render(mail);
  return { html, text: toPlainText(html) };
}

/** The part of html-to-text that we use; the package has no types. */
interface TextBuilder {
  openBlock(options: { leadingLineBreaks: number }): void;
  closeBlock(options: { trailingLineBreaks: number }): void;
  addLiteral(text: string): void;
  addLineBreak(): void;
}

interface AnchorElement {
  children: unknown;
  attribs: { href: string };
}

/** The URL gets its own line, so that mail programs turn it into a link. */
function labelThenUrl(
  anchor: AnchorElement,
  walk: (children: unknown, builder: TextBuilder) => void,
  builder: TextBuilder,
): void {
  builder.openBlock({ leadingLineBreaks: 2 });
  walk(anchor.children, builder);
  builder.addLineBreak();
  builder.addLiteral(anchor.attribs.href);
  builder.closeBlock({ trailingLineBreaks: 2 });
}
