import type { MailWords } from '../../../platform/mail/templates/mail-words.ts';
import {
  isolated,
  nameWithAddress,
  plainName,
  plainTitle,
  shortened,
} from '../../../platform/mail/templates/plain-name.ts';
import { genitiveName } from './genitive-name-rules.ts';

const subjectNameLength = 40;
const subjectTitleLength = 60;

/** Whose protocol it is. */
export interface Writer {
  owner_name: string | null;
  /** Stands beside the name, and instead of one that is missing. */
  owner_email?: string | null;
}

export function writerOf(owner: { full_name: string | null; email: string } | undefined): Writer {
  return { owner_name: owner?.full_name ?? null, owner_email: owner?.email ?? null };
}

/** The writer as a sentence names them; empty when neither name nor address is known. */
export function personOf({ owner_name, owner_email }: Writer): string {
  const name = owner_name ?? '';
  return owner_email ? nameWithAddress(name, owner_email) : isolated(plainName(name));
}

/** Greets by the name that the writer gave, where one is known and can be read. */
function greetingOf({ t }: MailWords, name: string | null): string {
  const plain = plainName(name ?? '');
  return plain ? t('layout.greeting_named', { name: isolated(plain) }) : t('layout.greeting');
}

interface NamedLetter extends Writer {
  title: string | null;
  recipient_name: string | null;
}

/** What a letter names, in full and short enough for a subject. */
export function letterWords(words: MailWords, letter: NamedLetter) {
  const { t } = words;
  const name = plainName(letter.owner_name ?? '') || letter.owner_email || t('protocol.unnamed');
  const title = plainTitle(letter.title ?? '') || t('protocol.untitled');
  return {
    greeting: greetingOf(words, letter.recipient_name),
    person: personOf(letter) || name,
    title: isolated(title),
    // The Russian subject names the writer after «от».
    shortName: isolated(
      shortened(words.locale === 'ru' ? genitiveName(name) : name, subjectNameLength),
    ),
    shortTitle: isolated(shortened(title, subjectTitleLength)),
  };
}
