import type { Locale } from '@zavet/contract/locales';
import en from '@zavet/locales/en/welcome.json' with { type: 'json' };
import fi from '@zavet/locales/fi/welcome.json' with { type: 'json' };
import fr from '@zavet/locales/fr/welcome.json' with { type: 'json' };
import pt from '@zavet/locales/pt/welcome.json' with { type: 'json' };
import ru from '@zavet/locales/ru/welcome.json' with { type: 'json' };
import sv from '@zavet/locales/sv/welcome.json' with { type: 'json' };
import { createWords, type SubjectWords } from '../../../platform/words/locale-words.ts';

export type WelcomeWords = SubjectWords<typeof ru>;

const words = createWords({ ru, en, fr, sv, fi, pt });

export function welcomeWords(locale: Locale): WelcomeWords {
  return words[locale];
}
