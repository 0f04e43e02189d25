import { readdirSync, readFileSync } from 'node:fs';
import { deletionWords } from '@zavet/contract/account/deletion-word';
import { defaultLocale, type Locale } from '@zavet/contract/locales';
import { isDeskSubject, languageOfTexts } from '@zavet/locales/desk-texts';

interface Text {
  /** The Russian text, cut at its places: words and names of facts in turn. */
  pieces: string[];
  isOfDesk: boolean;
  /** The same text in the other language; several if it has plural forms. */
  translations: (count: number | undefined) => string[];
}

interface Found {
  text: Text;
  isWhole: boolean;
  /** Letters that are the text's own, not those of a fact. */
  letters: number;
  facts: Record<string, string>;
}

interface Kind {
  /** The words are all that is there; otherwise they may be a part of it. */
  exact?: boolean;
  atStart?: boolean;
  atEnd?: boolean;
}

const russian = /[а-яё₽№]/i;
const locales = new URL('../packages/locales/', import.meta.url);

/**
 * Translates the Russian words by which a journey finds things. They may be a text of the product,
 * a part of one, and have facts in its places; the result matches the whole translated text. Where
 * several texts say the same in Russian, it matches each of their translations.
 */
export function createWords(locale: Locale) {
  const texts = textsIn(locale);
  const written = new Set<string>();

  /** What people of the journey write is found as they wrote it. */
  const isWritten = (words: string) => {
    if ([...written].some((text) => text.includes(words))) return true;
    const longestFirst = [...written].sort((one, other) => other.length - one.length);
    return !russian.test(longestFirst.reduce((rest, text) => rest.replaceAll(text, ''), words));
  };

  const known = new Map<string, string[]>();
  function sourcesOf(words: string, kind: Kind): string[] {
    const key = JSON.stringify([words, kind]);
    const sources = known.get(key) ?? search(words, kind);
    known.set(key, sources);
    return sources;
  }

  function search(words: string, kind: Kind): string[] {
    const figure = figureIn(locale, words);
    if (figure) return [escaped(figure)];
    const found = texts.flatMap((text) => matchesOf(text, words, kind));
    const whole = found.filter(({ isWhole }) => isWhole);
    // The desk has texts of its own, in its own languages.
    const sources = [true, false].flatMap((isOfDesk) =>
      bestOf(whole.filter(({ text }) => text.isOfDesk === isOfDesk)),
    );
    return [...new Set(sources.length > 0 ? sources : bestOf(found))];
  }

  /** The translations of those with most letters of their own, among those with known facts. */
  function bestOf(found: Found[]): string[] {
    const letters = new Set(found.map((one) => one.letters));
    for (const most of [...letters].sort((one, other) => other - one)) {
      const sources = found.filter((one) => one.letters === most).flatMap(translationsOf);
      if (sources.length > 0) return sources;
    }
    return [];
  }

  function translationsOf({ text, facts }: Found): string[] {
    const sources = Object.entries(facts).map(([name, fact]) => [name, factSource(fact)] as const);
    if (sources.some(([, source]) => source === undefined)) return [];
    const given = Object.fromEntries(sources);
    const count = Number.parseInt(facts.count ?? facts.number ?? '', 10);
    return text
      .translations(Number.isNaN(count) ? undefined : count)
      .map((translation) => sourceOf(translation, given));
  }

  function factSource(fact: string): string | undefined {
    if (isWritten(fact)) return escaped(fact);
    const sources = sourcesOf(fact, { exact: true });
    return sources.length > 0 ? anyOf(sources) : undefined;
  }

  function translate(words: string, kind: Kind): string {
    const sources = sourcesOf(words, kind);
    if (isWritten(words)) return anyOf([...sources, escaped(words)]);
    if (sources.length === 0) {
      throw new Error(
        `No text of the product says "${words}"${kind.exact ? ' and nothing else' : ''}, and nobody in this journey wrote it.`,
      );
    }
    return anyOf(sources);
  }

  /** A pattern of plain words: anchors and alternatives count, other signs stand for anything. */
  function translatePattern({ source, flags }: RegExp): RegExp {
    const options = source.split('|').map((option) => {
      const [, start = '', middle = '', end = ''] = /^(\^?)(.*?)(\$?)$/.exec(option) ?? [];
      const parts = middle.split(/\\[dn]\+?|(?<!\\)\.[*+]?/).map(unescaped);
      if (parts.every(isWritten)) return option;
      const [longest = ''] = parts.toSorted((one, other) => other.length - one.length);
      const kind = { atStart: start !== '' && longest === parts[0], atEnd: end !== '' };
      const translated = translate(longest, kind);
      return `${kind.atStart ? '^\\s*' : ''}${translated}${kind.atEnd ? '\\s*$' : ''}`;
    });
    return new RegExp(anyOf(options), flags);
  }

  function find<Words extends string | RegExp>(words: Words, { exact = false } = {}) {
    const isPattern = words instanceof RegExp;
    if (locale === defaultLocale || !russian.test(isPattern ? words.source : words)) return words;
    if (isPattern) return translatePattern(words);
    const source = translate(normal(words), { exact });
    return exact ? new RegExp(`^\\s*${source}\\s*$`) : new RegExp(source, 'i');
  }

  return {
    find,
    areIn(words: string): (text: string) => boolean {
      const found = find(words);
      return (text) => (found instanceof RegExp ? found.test(text) : text.includes(found));
    },
    /** Remembers texts of the journey's people: names, titles, letters. */
    write(...texts: string[]): void {
      for (const text of texts.map(normal)) if (text) written.add(text);
      known.clear();
    },
    forget(): void {
      written.clear();
      known.clear();
    },
  };
}

function textsIn(locale: Locale): Text[] {
  const subjects = readdirSync(new URL(defaultLocale, locales)).map((file) => file.slice(0, -5));
  const word = {
    pieces: [deletionWords.ru],
    isOfDesk: false,
    translations: () => [deletionWords[locale]],
  };
  const texts = subjects.flatMap((subject) => {
    const own = flatTexts(defaultLocale, subject);
    const foreign = flatTexts(languageOfTexts(subject, locale), subject);
    return [...own].map(([key, text]) => ({
      pieces: piecesOf(text),
      isOfDesk: isDeskSubject(subject),
      translations: translationsUnder(key, foreign, languageOfTexts(subject, locale)),
    }));
  });
  return [word, ...texts];
}

function flatTexts(locale: Locale, subject: string): Map<string, string> {
  const flat = (texts: object, prefix: string): [string, string][] =>
    Object.entries(texts).flatMap(([key, text]) =>
      typeof text === 'string' ? [[prefix + key, text]] : flat(text, `${prefix}${key}.`),
    );
  const file = readFileSync(new URL(`${locale}/${subject}.json`, locales), 'utf8');
  return new Map(flat(JSON.parse(file), ''));
}

function translationsUnder(key: string, texts: Map<string, string>, locale: Locale) {
  const exact = texts.get(key);
  const stem = key.replace(/_(one|few|many|other)$/, '');
  const isPlural = stem !== key && texts.has(`${stem}_one`) && texts.has(`${stem}_other`);
  return (count: number | undefined): string[] => {
    if (!isPlural) return exact === undefined ? [] : [exact];
    const form = count !== undefined && new Intl.PluralRules(locale).select(count);
    const forms = form ? [form] : ['one', 'many', 'other'];
    return forms.flatMap((name) => texts.get(`${stem}_${name}`) ?? []);
  };
}

/** The places where words stand in a text: within its own words, or around some of its facts. */
function matchesOf(text: Text, words: string, { exact, atStart, atEnd }: Kind): Found[] {
  const { pieces } = text;
  const end = pieces.length - 1;
  const found: Found[] = [];
  for (let first = 0; first <= end; first += 2) {
    for (let last = first; last <= end; last += 2) {
      const [head = '', tail = ''] = [pieces[first], pieces[last]];
      const facts = first === last ? wordsOf(head, words) : factsOf(pieces, first, last, words);
      if (!facts) continue;
      const letters = words.length - Object.values(facts).join('').length;
      const [short, long] = head.length < words.length ? [head, words] : [words, head];
      const isFirst = first === 0 && long.startsWith(short);
      const [shortEnd, longEnd] = tail.length < words.length ? [tail, words] : [words, tail];
      const isLast = last === end && longEnd.endsWith(shortEnd);
      const isWhole = first === 0 && last === end && words.startsWith(head) && words.endsWith(tail);
      if (letters === 0 || (exact && !isWhole)) continue;
      if ((atStart && !isFirst) || (atEnd && !isLast)) continue;
      found.push({ text, isWhole, letters, facts });
    }
  }
  return found;
}

function wordsOf(piece: string, words: string): Record<string, string> | undefined {
  return piece.includes(words) ? {} : undefined;
}

/** The facts in words that begin somewhere in one piece of a text and end in a later one. */
function factsOf(
  pieces: string[],
  first: number,
  last: number,
  words: string,
): Record<string, string> | undefined {
  const [head = '', tail = ''] = [pieces[first], pieces[last]];
  const inner = pieces.slice(first + 1, last);
  if (!inner.every((piece, place) => place % 2 === 0 || words.includes(piece))) return undefined;
  let start = Math.min(head.length, words.length);
  while (!head.endsWith(words.slice(0, start))) start -= 1;
  let end = words.length - Math.min(tail.length, words.length);
  while (!tail.startsWith(words.slice(end))) end += 1;
  const source = inner.map((piece, place) => (place % 2 === 0 ? '(.+?)' : escaped(piece)));
  const match = new RegExp(`^${source.join('')}$`).exec(words.slice(start, end));
  if (!match) return undefined;
  const names = inner.filter((_, place) => place % 2 === 0);
  return Object.fromEntries(names.map((name, place) => [name, match[place + 1] ?? '']));
}

/** Amounts and spans that code writes, not a text: 7 000 ₽, 3 дня. */
function figureIn(locale: Locale, words: string): string | undefined {
  const value = Number.parseInt(words.replace(/\s/g, ''), 10);
  if (Number.isNaN(value)) return undefined;
  const amount = { style: 'currency', currency: 'RUB', currencyDisplay: 'narrowSymbol' } as const;
  const kinds: Intl.NumberFormatOptions[] = [
    {},
    { ...amount, maximumFractionDigits: 0 },
    { style: 'unit', unit: 'day', unitDisplay: 'long' },
    { style: 'unit', unit: 'hour', unitDisplay: 'long' },
  ];
  const said = (language: Locale, kind: Intl.NumberFormatOptions) =>
    normal(new Intl.NumberFormat(language, kind).format(value));
  const kind = kinds.find((one) => said(defaultLocale, one) === words);
  return kind && said(locale, kind);
}

function piecesOf(text: string): string[] {
  return normal(text.replace(/<\/?\w+>/g, '')).split(/\{\{(\w+)\}\}/);
}

function sourceOf(text: string, facts: Record<string, string | undefined>): string {
  return piecesOf(text)
    .map((piece, place) => {
      if (place % 2 === 1) return facts[piece] ?? '.+?';
      // A fact may end with a full stop, which then ends the sentence as well.
      const source = escaped(piece);
      return place > 0 && source.startsWith('\\.') ? `\\.?${source.slice(2)}` : source;
    })
    .join('');
}

function anyOf(sources: string[]): string {
  return `(?:${sources.join('|')})`;
}

function normal(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&').replace(/\s/g, '\\s+');
}

function unescaped(source: string): string {
  return source.replace(/\\(.)/g, '$1');
}
