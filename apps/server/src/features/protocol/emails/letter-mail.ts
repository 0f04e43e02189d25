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
  isolated,
  plainName,
  plainTitle,
  shortened,
} from '../../../platform/mail/templates/plain-name.ts';
import { greetingOf, personOf, type Writer } from './contact-mail.ts';

const subjectNameLength = 40;

/** After these the ending is «и», not «ы». */
const softly: Endings = [
  [/(?<=[гкхжшчщ])а$/, 'и'],
  [/а$/, 'ы'],
  [/я$/, 'и'],
];

const likeAdjectives: Endings = [
  [/(ый|ой|(?<=[гкхс])ий)$/, 'ого'],
  [/ий$/, 'его'],
];

const likeNouns: Endings = [[/(?=(?<=[бвгджзклмнпрстфхцчшщ])$)/, 'а'], [/[йь]$/, 'я'], ...softly];

const mans: Record<'given' | 'surname', Endings> = {
  given: [
    [/^Павел$/, 'Павла'],
    [/^Лев$/, 'Льва'],
    [/^П[её]тр$/, 'Петра'],
    [/ый$/, 'ого'],
    ...likeNouns,
  ],
  // Words like «Кравец» lose a vowel, words like «Черных» have one form only.
  surname: [[/([еёо][кц]|[иы]х)$/, '$1'], ...likeAdjectives, ...likeNouns],
};

const womans: Record<'given' | 'surname', Endings> = {
  given: [[/ь$/, 'и'], ...softly],
  surname: [[/((?<=[оеё]в)а|(?<=[иы]н)а|ая)$/, 'ой'], ...softly],
};

const mensNames = /^(Никита|Илья|Лука|Фома|Кузьма|Савва|Данила|Гаврила|Добрыня)$/;

export interface LetterFacts extends NamedLetters {
  token: string;
}

/** The letters of a protocol to one person. They have a queue of their own and are tried for a week. */
export const letterMail: MailTemplate<LetterFacts & { is_renewed: boolean }> = {
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

/** A recipient's personal link. What follows # never reaches a server or its logs. */
export function deliveryLink(publicUrl: string, token: string): string {
  return `${linkTo(publicUrl, '/delivery')}#${token}`;
}

/** What the mail to a recipient names. */
export interface NamedLetters extends Writer {
  /** Of the oldest letters, as many as a mail lists; null where the record is damaged. */
  titles: readonly (string | null)[];
  letter_count: number;
  recipient_name: string | null;
  /** Who started the protocol, as its owner calls them; `reader`: whom the mail is for. */
  started_by: { name: string } | 'reader' | null;
}

/** People and titles as a mail to a recipient names them. */
interface LetterWords {
  greeting: string;
  person: string;
  titles: string[];
  /** How many more there are, in words; empty where all are listed. */
  more: string;
  /** Who started the protocol; empty where that is not known, or whom the mail is for. */
  starter: string;
  /** For subjects, which name the writer and never a title: providers read and log them. */
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
    titles: titles.map(isolated),
    more: more > 0 ? t('protocol.more_letters', { count: more }) : '',
    starter: started_by && started_by !== 'reader' ? isolated(plainName(started_by.name)) : '',
    // The Russian subject names the writer after «от».
    shortName: isolated(
      shortened(words.locale === 'ru' ? genitiveName(name) : name, subjectNameLength),
    ),
  };
}

/**
 * A Russian name as it stands after «от»: Анна Лаврова, от Анны Лавровой. Given names come first and
 * the surname last, as a profile keeps them. A word whose form is not certain stays as it is.
 */
export function genitiveName(name: string): string {
  const words = name.split(' ');
  const surname = words.length > 1 ? words.at(-1) : undefined;
  const isWoman = isWomans(words[0] ?? '', surname ?? '');
  const form = isWoman ? womans : mans;
  return words
    .map((word, index) => {
      const isSurname = surname !== undefined && index === words.length - 1;
      return word
        .split('-')
        .map((part) => inForm(part, isSurname ? form.surname : form.given))
        .join('-');
    })
    .join(' ');
}

/** The first ending that fits a word is replaced. */
type Endings = readonly (readonly [ending: RegExp, genitive: string])[];

function isWomans(given: string, surname: string): boolean {
  if (/([оеё]ва|[иы]на|[сц]кая)$/.test(surname)) return true;
  if (/([оеё]в|[иы]н|[сц]кий)$/.test(surname)) return false;
  return /[ая]$|^(Любовь|Нинель)$/.test(given) && !mensNames.test(given);
}

function inForm(word: string, endings: Endings): string {
  if (!/^[А-ЯЁа-яё][а-яё]+$/.test(word)) return word;
  const [ending, genitive] = endings.find(([one]) => one.test(word)) ?? [];
  return ending && genitive !== undefined ? word.replace(ending, genitive) : word;
}
