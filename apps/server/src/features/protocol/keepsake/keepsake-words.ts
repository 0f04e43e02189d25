import type { Locale } from '@zavet/contract/locales';
import type { KeyOf } from '@zavet/locales/keys';
import type keepsake from '@zavet/locales/ru/keepsake.json';
import { createTranslate, type Facts } from '@zavet/locales/translate';

/** What a keepsake says, in the language of its reader. It is plain text: pages escape it. */
export interface KeepsakeWords {
  locale: Locale;
  say(key: KeyOf<typeof keepsake>, facts?: Facts): string;
  day(moment: Date): string;
  size(bytes: number): string;
}

export async function keepsakeWords(locale: Locale): Promise<KeepsakeWords> {
  const { keepsakeTexts } = await import('./keepsake-texts.ts');
  const translate = createTranslate(locale, {
    text: (key) => {
      throw new Error(`No text for ${key}`);
    },
    fact: (name, text) => {
      throw new Error(`A value is missing in «${text}»: ${name}`);
    },
  });
  const say: KeepsakeWords['say'] = (key, facts) => translate(keepsakeTexts[locale], key, facts);
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
