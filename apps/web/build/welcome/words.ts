import type { Locale } from '@zavet/contract/locales';
import accountEn from '@zavet/locales/en/account.json' with { type: 'json' };
import deliveryEn from '@zavet/locales/en/delivery.json' with { type: 'json' };
import shellEn from '@zavet/locales/en/shell.json' with { type: 'json' };
import welcomeEn from '@zavet/locales/en/welcome.json' with { type: 'json' };
import accountFi from '@zavet/locales/fi/account.json' with { type: 'json' };
import deliveryFi from '@zavet/locales/fi/delivery.json' with { type: 'json' };
import shellFi from '@zavet/locales/fi/shell.json' with { type: 'json' };
import welcomeFi from '@zavet/locales/fi/welcome.json' with { type: 'json' };
import accountFr from '@zavet/locales/fr/account.json' with { type: 'json' };
import deliveryFr from '@zavet/locales/fr/delivery.json' with { type: 'json' };
import shellFr from '@zavet/locales/fr/shell.json' with { type: 'json' };
import welcomeFr from '@zavet/locales/fr/welcome.json' with { type: 'json' };
import accountPt from '@zavet/locales/pt/account.json' with { type: 'json' };
import deliveryPt from '@zavet/locales/pt/delivery.json' with { type: 'json' };
import shellPt from '@zavet/locales/pt/shell.json' with { type: 'json' };
import welcomePt from '@zavet/locales/pt/welcome.json' with { type: 'json' };
import accountRu from '@zavet/locales/ru/account.json' with { type: 'json' };
import deliveryRu from '@zavet/locales/ru/delivery.json' with { type: 'json' };
import shellRu from '@zavet/locales/ru/shell.json' with { type: 'json' };
import welcomeRu from '@zavet/locales/ru/welcome.json' with { type: 'json' };
import accountSv from '@zavet/locales/sv/account.json' with { type: 'json' };
import deliverySv from '@zavet/locales/sv/delivery.json' with { type: 'json' };
import shellSv from '@zavet/locales/sv/shell.json' with { type: 'json' };
import welcomeSv from '@zavet/locales/sv/welcome.json' with { type: 'json' };

/** Texts of the page in one language, including texts shared with other pages. */
export interface PageWords {
  locale: Locale;
  welcome: typeof welcomeRu;
  about: typeof accountRu.about;
  shell: Pick<typeof shellRu, 'product' | 'skipToContent' | 'footer' | 'language' | 'units'>;
  /** The introduction of the page that delivers letters, reused for the sample letter. */
  letterIntro: string;
}

export const pageWords: readonly PageWords[] = [
  wordsOf('ru', welcomeRu, accountRu, shellRu, deliveryRu),
  wordsOf('en', welcomeEn, accountEn, shellEn, deliveryEn),
  wordsOf('fr', welcomeFr, accountFr, shellFr, deliveryFr),
  wordsOf('sv', welcomeSv, accountSv, shellSv, deliverySv),
  wordsOf('fi', welcomeFi, accountFi, shellFi, deliveryFi),
  wordsOf('pt', welcomePt, accountPt, shellPt, deliveryPt),
];

/** Every language by its own name. */
export const languageNames = shellRu.languages;

function wordsOf(
  locale: Locale,
  welcome: PageWords['welcome'],
  account: { about: PageWords['about'] },
  shell: PageWords['shell'],
  delivery: { intro: string },
): PageWords {
  return { locale, welcome, about: account.about, shell, letterIntro: delivery.intro };
}

/** The address of a path in the language of the page. */
export function addressIn({ locale }: PageWords, path: string): string {
  return `${path}?lang=${locale}`;
}
