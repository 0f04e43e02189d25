import type { Locale } from '@zavet/contract/locales';
import en from '@zavet/locales/en/letter-archive.json' with { type: 'json' };
import fi from '@zavet/locales/fi/letter-archive.json' with { type: 'json' };
import fr from '@zavet/locales/fr/letter-archive.json' with { type: 'json' };
import pt from '@zavet/locales/pt/letter-archive.json' with { type: 'json' };
import ru from '@zavet/locales/ru/letter-archive.json' with { type: 'json' };
import sv from '@zavet/locales/sv/letter-archive.json' with { type: 'json' };
import { createTranslate, type Facts, type KeyOf } from '@zavet/locales/translate';

const texts = { ru, en, fr, sv, fi, pt } satisfies Record<Locale, object>;

/** Files and folders that pages link to; their names are in the reader's language. */
type ArchiveEntryKind = 'readMe' | 'index' | 'letter' | 'print' | 'files' | 'fonts';

export interface ArchiveFacts {
  owner_name: string;
  recipient_name: string | null;
  started_by: string | null;
  saved_at: Date;
  support_email: string;
}

/** `whole`: complete. `cut`: damaged, so only the beginning of the file could be read. */
export type FileState = 'whole' | 'cut' | 'missing';

export interface ArchivedFile {
  /** The name that the owner gave the file. */
  file_name: string;
  /** The name of the file in the archive. */
  name: string;
  size_bytes: number;
  mime_type: string;
  state: FileState;
}

export interface ArchivedLetter {
  folder: string;
  /** Null if the instruction is damaged. */
  text: { title: string; content: string; written_at: Date } | null;
  files: ArchivedFile[];
}

/** An entry of the index, for a letter that was already written to the archive. */
export interface ListedLetter extends Omit<ArchivedLetter, 'text'> {
  title: string;
  written_at: Date | null;
}

/** Texts in the reader's language, as plain text that pages escape. */
export interface ArchiveWords {
  locale: Locale;
  say(key: KeyOf<typeof ru>, facts?: Facts): string;
  day(moment: Date): string;
  size(bytes: number): string;
  names: Record<ArchiveEntryKind, string>;
}

export function archiveWords(locale: Locale): ArchiveWords {
  const translate = createTranslate(locale, {
    text: (key) => {
      throw new Error(`No text for ${key}`);
    },
    fact: (name, text) => {
      throw new Error(`No value for ${name} in «${text}»`);
    },
  });
  const say: ArchiveWords['say'] = (key, facts) => translate(texts[locale], key, facts);
  const days = new Intl.DateTimeFormat(locale === 'en' ? 'en-GB' : locale, {
    dateStyle: 'long',
    timeZone: 'Europe/Moscow',
  });
  const rounded = (number: number, maximumFractionDigits: number) =>
    number.toLocaleString(locale, { maximumFractionDigits });
  return {
    locale,
    say,
    names: texts[locale].names,
    day: (moment) => days.format(moment),
    size: (bytes) => {
      const kilobytes = Math.max(1, Math.round(bytes / 1024));
      return kilobytes < 1024
        ? say('kilobytes', { number: rounded(kilobytes, 0) })
        : say('megabytes', { number: rounded(bytes / 1024 / 1024, 1) });
    },
  };
}
