import {
  button,
  type MailBlock,
  type MailTemplate,
  type MailText,
  mailText,
  type SiteInfo,
} from '../../../platform/mail/mail.ts';
import type { MailWords } from '../../../platform/mail/templates/mail-words.ts';
import { plainName } from '../../../platform/mail/templates/plain-name.ts';
import { deliveryLink } from './delivery-link.ts';
import { type LetterWords, letterWords, type NamedLetters } from './letter-words.ts';

export interface LetterFacts extends NamedLetters {
  token: string;
}

/** The letters of a protocol to one person. They have a queue of their own and are tried for a week. */
export const deliveryLetter: MailTemplate<LetterFacts & { is_renewed: boolean }> = {
  name: 'delivery',
  to: 'a recipient',
  when: 'the release, one mail with all letters; again with a new link',
  text: (words, { is_renewed, ...facts }, site) => {
    if (!is_renewed) return firstLetter(words, letterKind(facts), letterValues(words, facts, site));
    return toRecipient(words, site, 'delivery_link_renewed', facts, {
      above: [words.t('protocol.delivery_link_renewed.body')],
      below: words.t('protocol.delivery_link_renewed.not_you'),
    });
  },
};

/** What decides which paragraphs a first letter has. */
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

/** What is filled into a first letter. */
export interface LetterValues
  extends Pick<LetterWords, 'greeting' | 'person' | 'titles' | 'more' | 'starter'> {
  subject: string;
  link: string;
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
  return { ...named, subject, link: deliveryLink(publicUrl, facts.token) };
}

/** What the mail says at first. It carries nothing of the content. */
export function firstLetter(words: MailWords, kind: LetterKind, values: LetterValues): MailText {
  const { t } = words;
  const { greeting, subject, person, link } = values;
  const isOwn = kind.starter === 'reader';
  const say = (part: 'why' | 'started_by_you' | 'grief' | 'open' | 'validity' | 'stranger') =>
    t(`protocol.delivery.${part}`);
  return {
    subject,
    // The layout pads it by its length, so it has no blank.
    preheader: t('protocol.delivery.preheader'),
    reason: t('protocol.reason'),
    greeting,
    blocks: [
      ...whatIsThere(words, kind, values),
      t('protocol.author', { person }),
      isOwn ? say('started_by_you') : [say('why'), startedBy(words, kind, values)],
      say('grief'),
      say('open'),
      button(openLabel(words, kind), link),
      t('protocol.link_personal'),
      say('validity'),
      ...(isOwn ? [] : [say('stranger')]),
    ],
  };
}

function whatIsThere(
  { t }: MailWords,
  kind: LetterKind,
  { titles, more }: LetterValues,
): MailBlock[] {
  const [title = ''] = titles;
  if (isOne(kind)) return [t('protocol.delivery.what', { title })];
  return [t('protocol.delivery.what_several'), { items: kind.isMore ? [...titles, more] : titles }];
}

function startedBy({ t }: MailWords, { starter: kind }: LetterKind, { starter }: LetterValues) {
  if (kind === 'unknown') return t('protocol.delivery.started');
  return t('protocol.delivery.started_by', { person: starter });
}

const isOne = ({ listed, isMore }: Pick<LetterKind, 'listed' | 'isMore'>) => listed <= 1 && !isMore;

function openLabel({ t }: MailWords, kind: LetterKind): string {
  return t(isOne(kind) ? 'protocol.open_delivery' : 'protocol.open_deliveries');
}

/** What a recipient is told about letters that were sent before. */
export function toRecipient(
  words: MailWords,
  { publicUrl }: SiteInfo,
  mail: 'delivery_link_renewed' | 'delivery_expires_soon',
  facts: LetterFacts,
  { above, below }: { above: string[]; below?: string },
): MailText {
  const { t } = words;
  const { greeting, person, titles, more, shortName: name } = letterWords(words, facts);
  const kind = letterKind(facts);
  const about: MailBlock[] = isOne(kind)
    ? [t('protocol.about', { title: titles[0] ?? '' })]
    : [t('protocol.about_several'), { items: kind.isMore ? [...titles, more] : titles }];
  const text = mailText(
    words,
    `protocol.${mail}`,
    () => [
      ...about,
      t('protocol.author', { person }),
      above,
      button(openLabel(words, kind), deliveryLink(publicUrl, facts.token)),
      t('protocol.link_personal'),
      ...(below === undefined ? [] : [below]),
    ],
    { reason: 'protocol.reason', greeting, values: { name } },
  );
  return isOne(kind) ? text : { ...text, subject: t(`protocol.${mail}.subject_several`, { name }) };
}
