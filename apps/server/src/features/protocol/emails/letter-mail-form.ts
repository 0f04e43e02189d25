import type { Locale } from '@zavet/contract/locales';
import type { SiteInfo } from '../../../platform/mail/mail.ts';
import { mailWords } from '../../../platform/mail/templates/mail-words.ts';
import { type WrittenMail, writeText } from '../../../platform/mail/templates/write-mail.tsx';
import {
  firstLetter,
  type LetterFacts,
  type LetterKind,
  type LetterValues,
  letterKind,
  letterValues,
} from './letter-mail.ts';

/** The mail of one language with blanks, because rendering thousands of mails would take too long. */
export interface LetterMailForm {
  fill(letter: LetterFacts): WrittenMail;
}

/** Cached by language and kind of letter. */
export function letterMailForm(
  locale: Locale,
  site: SiteInfo,
  letter: LetterFacts,
): Promise<LetterMailForm> {
  const kind = letterKind(letter);
  const { publicUrl, supportEmail } = site;
  const key = JSON.stringify([locale, publicUrl, supportEmail, ...Object.values(kind)]);
  const known = forms.get(key);
  if (known) return known;
  const form = makeForm(locale, site, kind);
  forms.set(key, form);
  // A failure is not cached.
  form.catch(() => forms.delete(key));
  return form;
}

const forms = new Map<string, Promise<LetterMailForm>>();

async function makeForm(locale: Locale, site: SiteInfo, kind: LetterKind): Promise<LetterMailForm> {
  const words = mailWords(locale);
  const template = await writeText(words, site, firstLetter(words, kind, blanksFor(kind)));
  const subject = cutAtBlanks(template.subject);
  const html = cutAtBlanks(template.html);
  const text = cutAtBlanks(template.text);
  return {
    fill(letter) {
      const values = namedValues(letterValues(words, letter, site));
      const escaped = new Map([...values].map(([name, value]) => [name, escapedText(value)]));
      return {
        subject: filledIn(subject, values),
        html: filledIn(html, escaped),
        text: filledIn(text, values),
      };
    },
  };
}

/** Private-use characters, which no text contains. */
const blank = (name: string) => `\uE000${name}\uE001`;

function blanksFor({ listed }: LetterKind): LetterValues {
  return {
    greeting: blank('greeting'),
    subject: blank('subject'),
    person: blank('person'),
    titles: Array.from({ length: listed }, (_, index) => blank(`title${index}`)),
    more: blank('more'),
    starter: blank('starter'),
    link: blank('link'),
    address: blank('address'),
  };
}

function namedValues({ titles, ...values }: LetterValues): Map<string, string> {
  return new Map([
    ...Object.entries(values),
    ...titles.map((title, index) => [`title${index}`, title] as const),
  ]);
}

/** Alternates texts and names of blanks, so that values are never searched for blanks. */
function cutAtBlanks(template: string): string[] {
  return template.split(/\uE000(\w+)\uE001/);
}

function filledIn(parts: string[], values: Map<string, string>): string {
  return parts.map((part, index) => (index % 2 === 0 ? part : (values.get(part) ?? ''))).join('');
}

/** The same escaping as React. */
function escapedText(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#x27;');
}
