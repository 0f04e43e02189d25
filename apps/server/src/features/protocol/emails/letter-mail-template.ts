import type { Locale } from '@zavet/contract/locales';
import type { SiteInfo } from '../../../platform/mail/mail.ts';
import { mailWords } from '../../../platform/mail/templates/mail-words.ts';
import { type WrittenMail, writeText } from '../../../platform/mail/templates/write-mail.tsx';
import {
  type LetterFacts,
  type LetterKind,
  type LetterValues,
  letterKind,
  letterText,
  letterValues,
} from './letter-mail.ts';

/** A rendered mail with placeholders: rendering each of thousands of mails would take too long. */
export interface LetterMailTemplate {
  fill(letter: LetterFacts): WrittenMail;
}

/** Returns the template for a letter, cached by language and kind of letter. */
export function getLetterMailTemplate(
  locale: Locale,
  site: SiteInfo,
  letter: LetterFacts,
): Promise<LetterMailTemplate> {
  const kind = letterKind(letter);
  const { publicUrl, supportEmail } = site;
  const key = JSON.stringify([locale, publicUrl, supportEmail, ...Object.values(kind)]);
  const known = templates.get(key);
  if (known) return known;
  const pending = compileTemplate(locale, site, kind);
  templates.set(key, pending);
  // A failure is not cached.
  pending.catch(() => templates.delete(key));
  return pending;
}

const templates = new Map<string, Promise<LetterMailTemplate>>();

async function compileTemplate(
  locale: Locale,
  site: SiteInfo,
  kind: LetterKind,
): Promise<LetterMailTemplate> {
  const words = mailWords(locale);
  const template = await writeText(words, site, letterText(words, kind, placeholdersFor(kind)));
  const subject = splitAtPlaceholders(template.subject);
  const html = splitAtPlaceholders(template.html);
  const text = splitAtPlaceholders(template.text);
  return {
    fill(letter) {
      const values = namedValues(letterValues(words, letter, site));
      const escaped = new Map([...values].map(([name, value]) => [name, escapeHtml(value)]));
      return {
        subject: fillParts(subject, values),
        html: fillParts(html, escaped),
        text: fillParts(text, values),
      };
    },
  };
}

/** Placeholders are delimited by private-use characters, which no text contains. */
const placeholder = (name: string) => `\uE000${name}\uE001`;

function placeholdersFor({ listed }: LetterKind): LetterValues {
  return {
    greeting: placeholder('greeting'),
    subject: placeholder('subject'),
    person: placeholder('person'),
    titles: Array.from({ length: listed }, (_, index) => placeholder(`title${index}`)),
    more: placeholder('more'),
    starter: placeholder('starter'),
    link: placeholder('link'),
    address: placeholder('address'),
  };
}

function namedValues({ titles, ...values }: LetterValues): Map<string, string> {
  return new Map([
    ...Object.entries(values),
    ...titles.map((title, index) => [`title${index}`, title] as const),
  ]);
}

/**
 * Splits a template into alternating texts and names of placeholders, so that inserted values are
 * never searched for placeholders.
 */
function splitAtPlaceholders(template: string): string[] {
  return template.split(/\uE000(\w+)\uE001/);
}

function fillParts(parts: string[], values: Map<string, string>): string {
  return parts.map((part, index) => (index % 2 === 0 ? part : (values.get(part) ?? ''))).join('');
}

/** Escapes the same characters as React. */
function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#x27;');
}
