import type { Locale } from '@zavet/contract/locales';
import type { MailTemplate } from '../mail.ts';
import type { MailBlock, MailText } from '../mail-text.ts';
import type { SiteInfo } from '../site-info.ts';
import { Action, Code, Items, Paragraph, PlainLink, Verbatim } from './mail-blocks.tsx';
import { MailLayout } from './mail-layout.tsx';
import { type MailWords, mailWords } from './mail-words.ts';
import { type RenderedMail, renderMail } from './render-mail.ts';

export interface WrittenMail extends RenderedMail {
  subject: string;
}

/** A mail in its reader's language. */
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
  { blocks, ...head }: MailText,
): Promise<WrittenMail> {
  const rendered = await renderMail(
    <MailLayout words={words} supportEmail={supportEmail} {...head}>
      {blocks.map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a mail is rendered once.
        <Block key={index} words={words} block={block} />
      ))}
    </MailLayout>,
  );
  return { subject: head.subject, ...rendered };
}

function Block({ words, block }: { words: MailWords; block: MailBlock }) {
  if (typeof block === 'string') return <Paragraph>{block}</Paragraph>;
  if (Array.isArray(block)) return <Paragraph>{sentences(block)}</Paragraph>;
  if ('items' in block) return <Items items={block.items} />;
  if ('code' in block) return <Code code={block.code} />;
  if ('verbatim' in block) return <Verbatim text={block.verbatim} />;
  if ('button' in block) {
    const { button, href, isQuiet } = block;
    return <Action words={words} label={button} href={href} quiet={isQuiet} />;
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
