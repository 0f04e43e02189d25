import type { Locale } from '@zavet/contract/locales';
import type { MailPlace } from '../../../platform/mail/mail-place.ts';
import { mailWords } from '../../../platform/mail/templates/mail-words.ts';
import { type WrittenMail, writeText } from '../../../platform/mail/templates/write-mail.tsx';
import { firstLetter, type LetterFacts, type LetterValues } from './delivery-letter.ts';
import { deliveryLink } from './delivery-link.ts';
import { letterWords } from './letter-words.ts';

/** The delivery mail of one language with blanks: rendering each of thousands would take too long. */
export interface DeliveryForm {
  fill(letter: LetterFacts): WrittenMail;
}

export function deliveryForm(locale: Locale, place: MailPlace): Promise<DeliveryForm> {
  const key = JSON.stringify([locale, place.publicUrl, place.supportEmail]);
  const known = forms.get(key);
  if (known) return known;
  const form = makeForm(locale, place);
  forms.set(key, form);
  // What could not be made once may be made the next time.
  form.catch(() => forms.delete(key));
  return form;
}

const forms = new Map<string, Promise<DeliveryForm>>();

async function makeForm(locale: Locale, place: MailPlace): Promise<DeliveryForm> {
  const words = mailWords(locale);
  const template = await writeText(words, place, firstLetter(words, blanks));
  const subject = cutAtBlanks(template.subject);
  const html = cutAtBlanks(template.html);
  const text = cutAtBlanks(template.text);
  return {
    fill(letter) {
      const link = deliveryLink(place.publicUrl, letter.token);
      const values = { ...letterWords(words, letter), link };
      return {
        subject: filledIn(subject, values),
        html: filledIn(html, escaped(values)),
        text: filledIn(text, values),
      };
    },
  };
}

/** Private-use characters: no words of ours have them. */
const blank = (name: keyof LetterValues) => `\uE000${name}\uE001`;

const blanks: LetterValues = {
  greeting: blank('greeting'),
  person: blank('person'),
  title: blank('title'),
  shortName: blank('shortName'),
  shortTitle: blank('shortTitle'),
  link: blank('link'),
};

/** Texts of the form and names of blanks by turns; values are never searched for blanks. */
function cutAtBlanks(template: string): string[] {
  return template.split(/\uE000(\w+)\uE001/);
}

function filledIn(parts: string[], values: LetterValues): string {
  return parts
    .map((part, index) => (index % 2 === 0 ? part : values[part as keyof LetterValues]))
    .join('');
}

/** As React escapes texts and attributes. */
function escaped(values: LetterValues): LetterValues {
  return {
    greeting: escapedText(values.greeting),
    person: escapedText(values.person),
    title: escapedText(values.title),
    shortName: escapedText(values.shortName),
    shortTitle: escapedText(values.shortTitle),
    link: escapedText(values.link),
  };
}

function escapedText(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#x27;');
}
