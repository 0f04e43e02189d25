import {
  button,
  type MailBlock,
  type MailTemplate,
  type MailText,
  mailText,
  type SiteInfo,
} from '../../../platform/mail/mail.ts';
import { linkTo } from '../../../platform/mail/mailed-link.ts';
import type { MailWords } from '../../../platform/mail/templates/mail-words.ts';
import {
  isolateText,
  plainName,
  plainTitle,
  truncateText,
} from '../../../platform/mail/templates/plain-name.ts';
import { greetingOf, personOf, type Writer } from './contact-mail.ts';
import { genitiveName } from './genitive-name.ts';

const subjectNameLength = 40;

export interface LetterFacts extends NamedLetters {
  token: string;
}

/** Not sent through the mail queue: `letters` sends this mail and retries for a week. */
export const letterMail: MailTemplate<LetterFacts & { is_renewed: boolean }> = {
  name: 'delivery',
  to: 'a recipient',
  when: 'the release, one mail with all letters; again with a new link',
  text: (words, { is_renewed, ...facts }, site) => {
    if (!is_renewed) return letterText(words, letterKind(facts), letterValues(words, facts, site));
    return recipientMailText(words, site, 'delivery_link_renewed', facts, [
      words.t('protocol.delivery_link_renewed.body'),
    ]);
  },
};

/** The properties that decide which paragraphs the mail has. */
export interface LetterKind {
  listed: number;
  isMore: boolean;
  starter: 'named' | 'reader' | 'unknown';
}

export function letterKind(facts: NamedLetters): LetterKind {
  const { titles, letter_count, started_by } = facts;
  return {
    listed: titles.length,
    isMore: letter_count > titles.length,
    starter: starterKind(started_by),
  };
}

function starterKind(started_by: NamedLetters['started_by']): LetterKind['starter'] {
  if (started_by === 'reader') return 'reader';
  return plainName(started_by?.name ?? '') ? 'named' : 'unknown';
}

/** Values for the placeholders of the mail. */
export interface LetterValues
  extends Pick<LetterWords, 'greeting' | 'person' | 'titles' | 'more' | 'starter'> {
  subject: string;
  link: string;
  /** Address of a page about the product, without the scheme, so that it is easy to type. */
  address: string;
}

export function letterValues(
  words: MailWords,
  facts: LetterFacts,
  { publicUrl }: Pick<SiteInfo, 'publicUrl'>,
): LetterValues {
  const { shortName, ...named } = letterWords(words, facts);
  const { letter_count: count } = facts;
  const subject =
    count > 1
      ? words.t('protocol.delivery.subject_several', { count, name: shortName })
      : words.t('protocol.delivery.subject', { name: shortName });
  const address = linkTo(publicUrl, '/welcome').replace(/^https?:\/\//, '');
  return { ...named, subject, address, link: deliveryLink(publicUrl, facts.token) };
}

/**
 * Contains nothing from inside the letters. Only the starter, who expects the mail, gets a button.
 */
export function letterText(words: MailWords, kind: LetterKind, values: LetterValues): MailText {
  const { t } = words;
  const { greeting, subject, person, link } = values;
  const isOwn = kind.starter === 'reader';
  const say = (part: 'started_by_you' | 'why' | 'grief' | 'open' | 'link') =>
    t(`protocol.delivery.${part}`);
  return {
    subject,
    // No placeholders here, because the layout pads the preheader depending on its length.
    preheader: say('open'),
    reason: t('protocol.reason'),
    greeting,
    blocks: [
      ...contentBlocks(words, kind, values),
      t('protocol.author', { person }),
      ...(isOwn ? [say('started_by_you')] : [say('why'), askStarter(words, kind, values)]),
      [say('grief'), say('open')],
      isOwn ? button(openLabel(words, kind), link) : { href: link },
      say('link'),
    ],
  };
}

function contentBlocks(
  { t }: MailWords,
  kind: LetterKind,
  { titles, more }: LetterValues,
): MailBlock[] {
  const [title = ''] = titles;
  if (isSingleLetter(kind)) return [t('protocol.delivery.what', { title })];
  return [t('protocol.delivery.what_several'), { items: kind.isMore ? [...titles, more] : titles }];
}

/** Names a person who can confirm the mail, and an address to type instead of following a link. */
function askStarter({ t }: MailWords, { starter: kind }: LetterKind, values: LetterValues) {
  const { starter: person, address } = values;
  if (kind === 'unknown') return t('protocol.delivery.ask_support', { address });
  return t('protocol.delivery.ask', { person, address });
}

const isSingleLetter = ({ listed, isMore }: LetterKind) => listed <= 1 && !isMore;

function openLabel({ t }: MailWords, kind: LetterKind): string {
  return t(isSingleLetter(kind) ? 'protocol.open_delivery' : 'protocol.open_deliveries');
}

/** Text of later mails about letters that were already sent. */
export function recipientMailText(
  words: MailWords,
  { publicUrl }: SiteInfo,
  mail: 'delivery_link_renewed' | 'delivery_expires_soon',
  facts: LetterFacts,
  message: string[],
): MailText {
  const { t } = words;
  const { greeting, person, titles, more, shortName: name } = letterWords(words, facts);
  const kind = letterKind(facts);
  const about: MailBlock[] = isSingleLetter(kind)
    ? [t('protocol.about', { title: titles[0] ?? '' })]
    : [t('protocol.about_several'), { items: kind.isMore ? [...titles, more] : titles }];
  const text = mailText(
    words,
    `protocol.${mail}`,
    () => [
      ...about,
      t('protocol.author', { person }),
      message,
      button(openLabel(words, kind), deliveryLink(publicUrl, facts.token)),
    ],
    { reason: 'protocol.reason', greeting, values: { name } },
  );
  return isSingleLetter(kind)
    ? text
    : { ...text, subject: t(`protocol.${mail}.subject_several`, { name }) };
}

/** The fragment after # never reaches a server or its logs. */
export function deliveryLink(publicUrl: string, token: string): string {
  return `${linkTo(publicUrl, '/delivery')}#${token}`;
}

export interface NamedLetters extends Writer {
  /** Titles of the oldest letters, as many as a mail lists; null if damaged. */
  titles: readonly (string | null)[];
  letter_count: number;
  recipient_name: string | null;
  /**
   * The contact who started, by the name that the owner gave the contact; `reader` if the recipient
   * is this contact.
   */
  started_by: { name: string } | 'reader' | null;
}

interface LetterWords {
  greeting: string;
  person: string;
  titles: string[];
  /** The number of further letters in words; empty if all are listed. */
  more: string;
  /** Empty if the starter is unknown or the recipient. */
  starter: string;
  /** The owner's name for subjects. Mail providers log subjects, so they contain no titles. */
  shortName: string;
}

function letterWords(words: MailWords, letters: NamedLetters): LetterWords {
  const { t } = words;
  const name = plainName(letters.owner_name ?? '') || letters.owner_email || t('protocol.unnamed');
  const titles = letters.titles.map((title) => plainTitle(title ?? '') || t('protocol.untitled'));
  const more = letters.letter_count - titles.length;
  const { started_by } = letters;
  return {
    greeting: greetingOf(words, letters.recipient_name),
    person: personOf(letters) || name,
    titles: titles.map(isolateText),
    more: more > 0 ? t('protocol.more_letters', { count: more }) : '',
    starter: started_by && started_by !== 'reader' ? isolateText(plainName(started_by.name)) : '',
    // In the genitive, because the Russian subject has «от» before the name.
    shortName: isolateText(
      truncateText(words.locale === 'ru' ? genitiveName(name) : name, subjectNameLength),
    ),
  };
}
