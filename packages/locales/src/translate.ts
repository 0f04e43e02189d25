const languages: readonly string[] = ['ru', 'en'];

const fallback = 'en';

/** The texts of one subject in one language, by key; groups stand inside groups. */
export interface Texts {
  [key: string]: string | Texts;
}

/** What code puts into a text: `{{name}}`. */
export type Facts = Record<string, string | number | readonly string[]>;

/** What stands where a text or a fact is missing. */
export interface Gaps {
  text(key: string): string;
  /** Gets the name and the text that wants it. */
  fact(name: string, text: string): string;
}

/** Looks texts of one language up by their dotted key. With a count it is the plural form, if there are forms. */
export function createTranslate(language: string, gaps: Gaps) {
  const plurals = new Intl.PluralRules(language);
  return (texts: Texts | undefined, key: string, facts: Facts = {}): string => {
    const { count } = facts;
    const form = typeof count === 'number' ? plurals.select(count) : undefined;
    const text = (form && textUnder(texts, `${key}_${form}`)) ?? textUnder(texts, key);
    return text === undefined ? gaps.text(key) : fill(text, facts, gaps.fact);
  };
}

/**
 * Puts facts into the places of a text as they are: nothing is escaped, nor read as a place again.
 * A fact that ends with a full stop («2026 г.») also ends its sentence.
 */
export function fill(text: string, facts: Facts, missing: Gaps['fact']): string {
  return text.replace(
    /\{\{(\w+)\}\}((?:<\/\w+>)*)(\.(?!\.))?/g,
    (_, name: string, closing: string, stop = '') => {
      const fact = String(facts[name] ?? missing(name, text));
      return `${fact}${closing}${fact.endsWith('.') ? '' : stop}`;
    },
  );
}

function textUnder(texts: Texts | undefined, key: string): string | undefined {
  let found: Texts | string | undefined = texts;
  for (const name of key.split('.')) found = typeof found === 'object' ? found[name] : undefined;
  return typeof found === 'string' ? found : undefined;
}

type Form = 'zero' | 'one' | 'two' | 'few' | 'many' | 'other';

/** The key without its plural form. One form alone is a word that only looks like one. */
type Stem<Key, Texts> = Key extends `${infer Base}_${Form}`
  ? `${Base}_one` | `${Base}_other` extends keyof Texts
    ? Base
    : never
  : never;

/** The dotted keys of texts with plural forms. */
export type PluralKeyOf<Texts, Prefix extends string = ''> = {
  [Key in keyof Texts & string]: Texts[Key] extends string
    ? `${Prefix}${Stem<Key, Texts>}`
    : PluralKeyOf<Texts[Key], `${Prefix}${Key}.`>;
}[keyof Texts & string];

/** The dotted keys of texts without forms. */
type PlainKeyOf<Texts, Prefix extends string = ''> = {
  [Key in keyof Texts & string]: Texts[Key] extends string
    ? [Stem<Key, Texts>] extends [never]
      ? `${Prefix}${Key}`
      : never
    : PlainKeyOf<Texts[Key], `${Prefix}${Key}.`>;
}[keyof Texts & string];

/** All dotted keys of a subject, a plural being one key. */
export type KeyOf<Texts> = PluralKeyOf<Texts> | PlainKeyOf<Texts>;

/** Says a text. A plural is not said without its count. */
export type Words<Key extends string, PluralKey extends string> = <Said extends Key>(
  key: Said,
  ...facts: Said extends PluralKey ? [facts: Facts & { count: number }] : [facts?: Facts]
) => string;

/** Subjects of the operators' desk exist in two languages; every other subject exists in all. */
export function isDeskSubject(subject: string): boolean {
  return subject === 'desk' || subject.startsWith('desk-');
}

/** The language in which a subject is written, for a screen in this language. */
export function languageOfTexts<Language extends string>(
  subject: string,
  language: Language,
): Language | typeof fallback {
  return isDeskSubject(subject) && !languages.includes(language) ? fallback : language;
}
