const deskLanguages: readonly string[] = ['ru', 'en'];
const deskFallbackLanguage = 'en';

/** Texts of one subject in one language, by key; groups may be nested. */
export interface Texts {
  [key: string]: string | Texts;
}

/** Values for placeholders `{{name}}`. */
export type Facts = Record<string, string | number | readonly string[]>;

/** Replacements for missing texts and values. */
export interface TextFallbacks {
  text(key: string): string;
  /** Returns a replacement for the missing value of the placeholder `name` in `text`. */
  fact(name: string, text: string): string;
}

/**
 * Returns a function that finds a text by dotted key and fills it in. A count selects the plural
 * form, if there is one.
 */
export function createTranslate(language: string, fallbacks: TextFallbacks) {
  const plurals = new Intl.PluralRules(language);
  return (texts: Texts | undefined, key: string, facts: Facts = {}): string => {
    const { count } = facts;
    const category = typeof count === 'number' ? plurals.select(count) : undefined;
    const text = (category && findText(texts, `${key}_${category}`)) ?? findText(texts, key);
    return text === undefined ? fallbacks.text(key) : fill(text, facts, fallbacks.fact);
  };
}

/**
 * Replaces placeholders by values, which are neither escaped nor searched for placeholders. A full
 * stop at the end of a value («2026 г.») also ends the sentence.
 */
export function fill(text: string, facts: Facts, missing: TextFallbacks['fact']): string {
  return text.replace(
    /\{\{(\w+)\}\}((?:<\/\w+>)*)(\.(?!\.))?/g,
    (_, name: string, closing: string, fullStop = '') => {
      const fact = String(facts[name] ?? missing(name, text));
      return `${fact}${closing}${fact.endsWith('.') ? '' : fullStop}`;
    },
  );
}

function findText(texts: Texts | undefined, key: string): string | undefined {
  let found: Texts | string | undefined = texts;
  for (const name of key.split('.')) found = typeof found === 'object' ? found[name] : undefined;
  return typeof found === 'string' ? found : undefined;
}

type PluralCategory = 'zero' | 'one' | 'two' | 'few' | 'many' | 'other';

/** The key without its plural suffix. A suffix without siblings is part of the key. */
type Stem<Key, Texts> = Key extends `${infer Base}_${PluralCategory}`
  ? `${Base}_one` | `${Base}_other` extends keyof Texts
    ? Base
    : never
  : never;

/** Dotted keys of texts with plural forms. */
export type PluralKeyOf<Texts, Prefix extends string = ''> = {
  [Key in keyof Texts & string]: Texts[Key] extends string
    ? `${Prefix}${Stem<Key, Texts>}`
    : PluralKeyOf<Texts[Key], `${Prefix}${Key}.`>;
}[keyof Texts & string];

/** Dotted keys of texts without plural forms. */
type PlainKeyOf<Texts, Prefix extends string = ''> = {
  [Key in keyof Texts & string]: Texts[Key] extends string
    ? [Stem<Key, Texts>] extends [never]
      ? `${Prefix}${Key}`
      : never
    : PlainKeyOf<Texts[Key], `${Prefix}${Key}.`>;
}[keyof Texts & string];

/** All dotted keys of a subject; a plural is one key. */
export type KeyOf<Texts> = PluralKeyOf<Texts> | PlainKeyOf<Texts>;

/** A translate function that requires a count for plural keys. */
export type Words<Key extends string, PluralKey extends string> = <Used extends Key>(
  key: Used,
  ...facts: Used extends PluralKey ? [facts: Facts & { count: number }] : [facts?: Facts]
) => string;

/** True for subjects of the operators' desk, which exist in two languages only. */
export function isDeskSubject(subject: string): boolean {
  return subject === 'desk' || subject.startsWith('desk-');
}

/** Returns the language in which a screen in `language` shows the texts of a subject. */
export function languageOfTexts<Language extends string>(
  subject: string,
  language: Language,
): Language | typeof deskFallbackLanguage {
  return isDeskSubject(subject) && !deskLanguages.includes(language)
    ? deskFallbackLanguage
    : language;
}
