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
