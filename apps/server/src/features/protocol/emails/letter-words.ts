import type { MailWords } from '../../../platform/mail/templates/mail-words.ts';
import {
  isolated,
  plainName,
  plainTitle,
  shortened,
} from '../../../platform/mail/templates/plain-name.ts';
import { greetingOf, personOf, type Writer } from './contact-mail.ts';
import { genitiveName } from './genitive-name-rules.ts';

const subjectNameLength = 40;

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
export interface LetterWords {
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

export function letterWords(words: MailWords, letters: NamedLetters): LetterWords {
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
