import type { Locale } from '@zavet/contract/locales';
import type { MailPlace } from '../../../platform/mail/mail-place.ts';
import { type MailWords, mailWords } from '../../../platform/mail/templates/mail-words.ts';
import { letterWords } from './letter-words.ts';
import type { Writer } from './protocol-mail-facts.ts';
import type { Notice } from './protocol-notice.tsx';
import { type RenderedProtocolMail, renderNotice } from './render-notice.ts';

export interface DeliveryLetter extends Writer {
  title: string | null;
  /** See `deliveryLink`. */
  link: string;
}

/** The delivery mail of one language with blanks: rendering each of thousands would take too long. */
export interface DeliveryForm {
  fill(letter: DeliveryLetter): RenderedProtocolMail;
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
  const template = await renderNotice(words, place, deliveryNotice(words, blanks));
  const subject = cutAtBlanks(template.subject);
  const html = cutAtBlanks(template.html);
  const text = cutAtBlanks(template.text);
  return {
    fill(letter) {
      const values = { ...letterWords(words, letter), link: letter.link };
      return {
        subject: filledIn(subject, values),
        html: filledIn(html, escaped(values)),
        text: filledIn(text, values),
      };
    },
  };
}

interface Values {
  person: string;
  title: string;
  shortName: string;
  shortTitle: string;
  link: string;
}

/** What the mail says. It carries nothing of the content. */
export function deliveryNotice({ t }: MailWords, values: Values): Notice {
  const { person, title, shortName, shortTitle, link } = values;
  return {
    subject: t('protocol.delivery.subject', { name: shortName, title: shortTitle }),
    // The layout pads it by its length, so it has no blank.
    preheader: t('protocol.delivery.preheader'),
    reason: t('protocol.reason'),
    paragraphs: [
      t('protocol.delivery.what', { title }),
      t('protocol.author', { person }),
      t('protocol.delivery.why'),
      t('protocol.delivery.grief'),
      t('protocol.delivery.open'),
    ],
    action: { label: t('protocol.open_delivery'), href: link },
    afterwards: [
      t('protocol.link_personal'),
      t('protocol.delivery.validity'),
      t('protocol.delivery.stranger'),
    ],
  };
}

/** Private-use characters: no words of ours have them. */
const blank = (name: keyof Values) => `\uE000${name}\uE001`;

const blanks: Values = {
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

function filledIn(parts: string[], values: Values): string {
  return parts
    .map((part, index) => (index % 2 === 0 ? part : values[part as keyof Values]))
    .join('');
}

/** As React escapes texts and attributes. */
function escaped(values: Values): Values {
  return {
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
