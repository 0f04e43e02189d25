import type { Locale } from '@zavet/contract/locales';
import en from '@zavet/locales/en/keepsake.json' with { type: 'json' };
import fi from '@zavet/locales/fi/keepsake.json' with { type: 'json' };
import fr from '@zavet/locales/fr/keepsake.json' with { type: 'json' };
import type { KeyOf } from '@zavet/locales/keys';
import pt from '@zavet/locales/pt/keepsake.json' with { type: 'json' };
import ru from '@zavet/locales/ru/keepsake.json' with { type: 'json' };
import sv from '@zavet/locales/sv/keepsake.json' with { type: 'json' };
import { createTranslate, type Facts } from '@zavet/locales/translate';

/** Imported when somebody saves everything. */
export const keepsakeTexts = { ru, en, fr, sv, fi, pt } satisfies Record<Locale, object>;

/** Fixed names inside a keepsake: links lead to them, and its READ-ME names them. */
export const archiveNames = {
  readMe: 'READ-ME.txt',
  index: 'index.html',
  letter: 'letter.html',
  print: 'letter.pdf',
  files: 'files',
} as const;

/** Who it is from and for, as far as that is known. */
export interface ArchiveFacts {
  owner_name: string;
  recipient_name: string | null;
  started_by: string | null;
  saved_at: Date;
  support_email: string;
}

/** What became of a file: it is there, its end is missing, or nothing of it could be read. */
export type FileState = 'whole' | 'cut' | 'missing';

export interface ArchivedFile {
  /** As its owner called it. */
  file_name: string;
  /** As it is called in its folder. */
  name: string;
  size_bytes: number;
  mime_type: string;
  state: FileState;
}

export interface ArchivedLetter {
  /** Its folder in the archive. */
  folder: string;
  /** Null where the record is damaged. */
  text: { title: string; content: string; written_at: Date } | null;
  files: ArchivedFile[];
}

/** Of a letter that is written already, what the list of all of them says. */
export interface ListedLetter extends Omit<ArchivedLetter, 'text'> {
  title: string;
  written_at: Date | null;
}

/** What a keepsake says, in the language of its reader. It is plain text: pages escape it. */
export interface ArchiveWords {
  locale: Locale;
  say(key: KeyOf<typeof ru>, facts?: Facts): string;
  day(moment: Date): string;
  size(bytes: number): string;
}

export async function archiveWords(locale: Locale): Promise<ArchiveWords> {
  const { keepsakeTexts } = await import('./archive-format.ts');
  const translate = createTranslate(locale, {
    text: (key) => {
      throw new Error(`No text for ${key}`);
    },
    fact: (name, text) => {
      throw new Error(`A value is missing in «${text}»: ${name}`);
    },
  });
  const say: ArchiveWords['say'] = (key, facts) => translate(keepsakeTexts[locale], key, facts);
  const days = new Intl.DateTimeFormat(locale === 'en' ? 'en-GB' : locale, {
    dateStyle: 'long',
    timeZone: 'Europe/Moscow',
  });
  const rounded = (number: number, maximumFractionDigits: number) =>
    number.toLocaleString(locale, { maximumFractionDigits });
  return {
    locale,
    say,
    day: (moment) => days.format(moment),
    size: (bytes) => {
      const kilobytes = Math.max(1, Math.round(bytes / 1024));
      return kilobytes < 1024
        ? say('kilobytes', { number: rounded(kilobytes, 0) })
        : say('megabytes', { number: rounded(bytes / 1024 / 1024, 1) });
    },
  };
}
