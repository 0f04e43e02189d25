import type { Locale } from '@zavet/contract/locales';
import en from '@zavet/locales/en/guide.json' with { type: 'json' };
import fi from '@zavet/locales/fi/guide.json' with { type: 'json' };
import fr from '@zavet/locales/fr/guide.json' with { type: 'json' };
import pt from '@zavet/locales/pt/guide.json' with { type: 'json' };
import ru from '@zavet/locales/ru/guide.json' with { type: 'json' };
import sv from '@zavet/locales/sv/guide.json' with { type: 'json' };
import { createWords, type SubjectWords } from '../../../../platform/words/locale-words.ts';

/** What the guide says, in one language. Nothing that a person wrote may be put in as a value. */
export type GuideWords = SubjectWords<typeof ru>;

const words = createWords({ ru, en, fr, sv, fi, pt });

export function guideWords(locale: Locale): GuideWords {
  return words[locale];
}
