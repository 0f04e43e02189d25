import type { MailTemplate } from '../../../platform/mail/mail.ts';
import type { MailPlace } from '../../../platform/mail/mail-place.ts';
import { button, type MailText, mailText } from '../../../platform/mail/mail-text.ts';
import type { MailWords } from '../../../platform/mail/templates/mail-words.ts';
import { deliveryLink } from './delivery-link.ts';
import { letterWords, type Writer } from './letter-words.ts';

export interface LetterFacts extends Writer {
  title: string | null;
  recipient_name: string | null;
  token: string;
}

/** The letter of a protocol. It has a queue of its own and is tried for a week. */
export const deliveryLetter: MailTemplate<LetterFacts & { is_renewed: boolean }> = {
  name: 'delivery',
  to: 'a recipient',
  when: 'the protocol was activated, and again with a new link',
  text: (words, { is_renewed, ...facts }, place) => {
    if (!is_renewed) {
      const link = deliveryLink(place.publicUrl, facts.token);
      return firstLetter(words, { ...letterWords(words, facts), link });
    }
    return toRecipient(words, place, 'delivery_link_renewed', facts, {
      above: words.t('protocol.delivery_link_renewed.body'),
      below: words.t('protocol.delivery_link_renewed.not_you'),
    });
  },
};

export interface LetterValues {
  greeting: string;
  person: string;
  title: string;
  shortName: string;
  shortTitle: string;
  link: string;
}

/** What the letter says at first. It carries nothing of the content. */
export function firstLetter(words: MailWords, values: LetterValues): MailText {
  const { t } = words;
  const { greeting, person, title, shortName, shortTitle, link } = values;
  return mailText(
    words,
    'protocol.delivery',
    (say) => [
      say('what', { title }),
      t('protocol.author', { person }),
      say('why'),
      say('grief'),
      say('open'),
      button(t('protocol.open_delivery'), link),
      t('protocol.link_personal'),
      say('validity'),
      say('stranger'),
    ],
    // The layout pads the preheader by its length, so that has no blank.
    { reason: 'protocol.reason', greeting, values: { name: shortName, title: shortTitle } },
  );
}

/** What a recipient is told about a letter that was sent before. */
export function toRecipient(
  words: MailWords,
  { publicUrl }: MailPlace,
  name: 'delivery_link_renewed' | 'delivery_expires_soon',
  facts: LetterFacts,
  { above, below }: { above: string; below?: string },
): MailText {
  const { t } = words;
  const { greeting, person, title, shortTitle } = letterWords(words, facts);
  return mailText(
    words,
    `protocol.${name}`,
    () => [
      t('protocol.about', { title }),
      t('protocol.author', { person }),
      above,
      button(t('protocol.open_delivery'), deliveryLink(publicUrl, facts.token)),
      t('protocol.link_personal'),
      ...(below === undefined ? [] : [below]),
    ],
    { reason: 'protocol.reason', greeting, values: { title: shortTitle } },
  );
}
