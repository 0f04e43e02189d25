import { figures } from 'virtual:text-figures';
import type { Locale } from '@zavet/contract/locales';
import {
  createTranslate,
  type Facts,
  type KeyOf,
  languageOfTexts,
  type PluralKeyOf,
  type TextFallbacks,
  type Words,
} from '@zavet/locales/translate';
import { currentLanguage, loadedTexts } from './i18n.ts';
import type { Subject, Subjects } from './subjects.ts';

type Keys = { [One in Subject]: KeyOf<Subjects[One]> };
type PluralKeys = { [One in Subject]: PluralKeyOf<Subjects[One]> };
type Named<All extends Subject, Of extends Record<Subject, string>> = {
  [One in All]: `${One}:${Of[One]}`;
}[All];

/** Translates `key` of the first subject, and `subject:key` of all of them. */
export type ScreenWords<First extends Subject, All extends Subject = First> = Words<
  Keys[First] | Named<All, Keys>,
  PluralKeys[First] | Named<All, PluralKeys>
>;

const wordsBySubject = new Map<string, ScreenWords<Subject>>();

type Translate = ReturnType<typeof createTranslate>;
const translators = new Map<Locale, Translate>();
const fallbacks: TextFallbacks = {
  text: (key) => key,
  fact: (name) => String(figures[name] ?? `{{${name}}}`),
};

/** The translate function of a subject, stable per language. */
export function wordsOf<First extends Subject, All extends Subject = First>(
  first: First,
  language = currentLanguage(),
): ScreenWords<First, All> {
  const name = `${language}/${first}`;
  const words = wordsBySubject.get(name) ?? createWords(language, first);
  wordsBySubject.set(name, words);
  return words;
}

function createWords(language: Locale, first: Subject) {
  return (key: string, facts?: Facts) => {
    const subjectEnd = key.indexOf(':');
    const subject = subjectEnd < 0 ? first : (key.slice(0, subjectEnd) as Subject);
    const translate = translateInto(languageOfTexts(subject, language));
    return translate(loadedTexts.textsOf(language, subject), key.slice(subjectEnd + 1), facts);
  };
}

/** The translate function with the plural rules and formats of a language; created once. */
function translateInto(language: Locale): Translate {
  const translate = translators.get(language) ?? createTranslate(language, fallbacks);
  translators.set(language, translate);
  return translate;
}
