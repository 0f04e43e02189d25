import { readdirSync, readFileSync } from 'node:fs';
import { deletionWords } from '@zavet/contract/identity/account-rules';
import { defaultLocale, type Locale } from '@zavet/contract/locales';
import { isDeskSubject, languageOfTexts } from '@zavet/locales/translate';

/** A Russian text, split at its placeholders into alternating words and placeholder names. */
interface Text {
  pieces: string[];
  isDeskText: boolean;
  /** Returns several if the text has plural forms and `count` is NaN. */
  translations: (count: number) => string[];
}

interface Match {
  text: Text;
  isWhole: boolean;
  /** Number of matched letters, without the letters of placeholder values. */
  letters: number;
  facts: Record<string, string>;
}

/** `any` prefers an entire text to a part of another text. */
type Extent = 'whole' | 'part' | 'any';

const figures: Intl.NumberFormatOptions[] = [
  { style: 'currency', currency: 'RUB', currencyDisplay: 'narrowSymbol', maximumFractionDigits: 0 },
  { style: 'unit', unit: 'day', unitDisplay: 'long' },
  { style: 'unit', unit: 'hour', unitDisplay: 'long' },
];
const russian = /[а-яё₽№]/i;
const folder = new URL('../../packages/locales/', import.meta.url);

/**
 * Translates the Russian words by which a journey finds things: a text of the product or a part of
 * it, with values for placeholders. The result matches the entire translated text; where several
 * texts are the same in Russian, any of their translations.
 */
export function createWords(locale: Locale) {
  const texts = textsIn(locale);
  const contents = new Set<string>();
  const known = new Map<string, string[]>();

  function find<Words extends string | RegExp>(words: Words, { exact = false } = {}) {
    const isPattern = words instanceof RegExp;
    if (locale === defaultLocale || !russian.test(isPattern ? words.source : words)) return words;
    if (isPattern) return findPattern(words);
    const source = alternationOf(translate(normalizeSpaces(words), exact ? 'whole' : 'any'));
    return exact ? new RegExp(`^\\s*${source}\\s*$`) : new RegExp(source, 'i');
  }

  /** Anchors and alternatives keep their meaning; other special characters match anything. */
  function findPattern({ source, flags }: RegExp): RegExp {
    const options = source.split('|').map((option) => {
      const [, start, middle = '', end] = /^(\^?)(.*?)(\$?)$/.exec(option) ?? [];
      const parts = middle.split(/\\[dn]\+?|(?<!\\)\.[*+]?/).map((part) => part.replace(/\\/g, ''));
      if (parts.every(isContent)) return option;
      const [longest = ''] = parts.toSorted((one, other) => other.length - one.length);
      const isFirst = longest === parts[0];
      return `${isFirst ? start : ''}${alternationOf(translate(longest, 'part'))}${end}`;
    });
    return new RegExp(alternationOf(options), flags);
  }

  function translate(words: string, extent: Extent): string[] {
    const sources = isContent(words) ? [escapeRegExp(words)] : [];
    sources.push(...translationsOf(words, extent));
    if (sources.length > 0) return sources;
    const kind = extent === 'whole' ? 'whole text' : 'text';
    throw new Error(`"${words}" is no ${kind} of the product and no content of the journey.`);
  }

  function isContent(words: string): boolean {
    if ([...contents].some((text) => text.includes(words))) return true;
    const longestFirst = [...contents].sort((one, other) => other.length - one.length);
    return !russian.test(longestFirst.reduce((rest, text) => rest.replaceAll(text, ''), words));
  }

  function translationsOf(words: string, extent: Extent): string[] {
    const key = `${extent} ${words}`;
    const sources = known.get(key) ?? lookUp(words, extent);
    known.set(key, sources);
    return sources;
  }

  function lookUp(words: string, extent: Extent): string[] {
    const matches = texts.flatMap((text) => [...matchesOf(text, words)]);
    if (extent === 'part') return [...new Set(bestOf(matches))];
    const whole = matches.filter(({ isWhole }) => isWhole);
    const sources = [
      ...figuresIn(locale, words).map(escapeRegExp),
      // Desk texts are translated into fewer languages, so both kinds can match.
      ...bestOf(whole.filter(({ text }) => text.isDeskText)),
      ...bestOf(whole.filter(({ text }) => !text.isDeskText)),
    ];
    return [...new Set(sources.length > 0 || extent === 'whole' ? sources : bestOf(matches))];
  }

  /** The translations of the closest matches whose placeholder values can be translated. */
  function bestOf(matches: Match[]): string[] {
    const letters = new Set(matches.map((match) => match.letters));
    for (const bestCount of [...letters].sort((one, other) => other - one)) {
      const sources = matches.filter((match) => match.letters === bestCount).flatMap(sourcesOf);
      if (sources.length > 0) return sources;
    }
    return [];
  }

  function sourcesOf({ text, facts }: Match): string[] {
    const sources: Record<string, string> = {};
    for (const [name, fact] of Object.entries(facts)) {
      const translated = isContent(fact) ? [escapeRegExp(fact)] : translationsOf(fact, 'whole');
      if (translated.length === 0) return [];
      sources[name] = alternationOf(translated);
    }
    const count = Number.parseInt(facts.count ?? facts.number ?? '', 10);
    return text.translations(count).map((translation) => sourceOf(translation, sources));
  }

  return {
    find,
    matcherFor(words: string): (text: string) => boolean {
      const found = find(words);
      return (text) => (found instanceof RegExp ? found.test(text) : text.includes(found));
    },
    /** Registers content written by people of the journey, which is not translated. */
    addContent(...added: string[]): void {
      for (const content of added.map(normalizeSpaces)) if (content) contents.add(content);
      known.clear();
    },
    clear(): void {
      contents.clear();
      known.clear();
    },
  };
}

function textsIn(locale: Locale): Text[] {
  const subjects = readdirSync(new URL(defaultLocale, folder)).map((file) => file.slice(0, -5));
  const texts = subjects.flatMap((subject) => {
    const language = languageOfTexts(subject, locale);
    const translated = textsOf(subject, language);
    return [...textsOf(subject, defaultLocale)].map(([key, text]) => ({
      pieces: piecesOf(text),
      isDeskText: isDeskSubject(subject),
      translations: (count: number) => formsOf(translated, key, language, count),
    }));
  });
  const typed = { pieces: [deletionWords.ru], translations: () => [deletionWords[locale]] };
  return [...texts, { ...typed, isDeskText: false }];
}

function textsOf(subject: string, locale: Locale): Map<string, string> {
  const flat = (texts: object, prefix: string): [string, string][] =>
    Object.entries(texts).flatMap(([key, text]) =>
      typeof text === 'string' ? [[prefix + key, text]] : flat(text, `${prefix}${key}.`),
    );
  const file = readFileSync(new URL(`${locale}/${subject}.json`, folder), 'utf8');
  return new Map(flat(JSON.parse(file), ''));
}

function formsOf(texts: Map<string, string>, key: string, locale: Locale, count: number): string[] {
  const stem = key.replace(/_(one|few|many|other)$/, '');
  const isPlural = stem !== key && texts.has(`${stem}_one`) && texts.has(`${stem}_other`);
  const category = new Intl.PluralRules(locale).select(count);
  const forms = Number.isNaN(count) ? ['one', 'many', 'other'] : [category];
  const keys = isPlural ? forms.map((name) => `${stem}_${name}`) : [key];
  return keys.flatMap((name) => texts.get(name) ?? []);
}

/** The matches of these words in a text: within one piece, or around placeholder values. */
function* matchesOf(text: Text, words: string): Iterable<Match> {
  const { pieces } = text;
  for (let first = 0; first < pieces.length; first += 2) {
    for (let last = first; last < pieces.length; last += 2) {
      const facts = parseFacts(pieces.slice(first, last + 1), words);
      const letters = facts ? words.length - Object.values(facts).join('').length : 0;
      if (!facts || letters === 0) continue;
      const isAll = first === 0 && last === pieces.length - 1;
      const isWhole =
        isAll && words.startsWith(pieces[0] ?? '') && words.endsWith(pieces[last] ?? '');
      yield { text, isWhole, letters, facts };
    }
  }
}

/**
 * The placeholder values in words that start within the first of these pieces and end within the
 * last.
 */
function parseFacts(pieces: string[], words: string): Record<string, string> | undefined {
  const [head = '', ...inner] = pieces;
  const tail = inner.pop();
  if (tail === undefined) return head.includes(words) ? {} : undefined;
  if (!inner.every((piece, place) => place % 2 === 0 || words.includes(piece))) return undefined;
  let start = Math.min(head.length, words.length);
  while (!head.endsWith(words.slice(0, start))) start -= 1;
  let end = Math.max(words.length - tail.length, 0);
  while (!tail.startsWith(words.slice(end))) end += 1;
  const source = inner.map((piece, place) => (place % 2 === 0 ? '(.+?)' : escapeRegExp(piece)));
  const match = new RegExp(`^${source.join('')}$`).exec(words.slice(start, end));
  const names = inner.filter((_, place) => place % 2 === 0);
  return match
    ? Object.fromEntries(names.map((name, at) => [name, match[at + 1] ?? '']))
    : undefined;
}

/** Amounts and durations formatted by code rather than by a text: 7 000 ₽, 3 дня. */
function figuresIn(locale: Locale, words: string): string[] {
  const value = Number.parseInt(words.replace(/\s/g, ''), 10);
  if (Number.isNaN(value)) return [];
  const formatted = (language: Locale, kind: Intl.NumberFormatOptions) =>
    normalizeSpaces(new Intl.NumberFormat(language, kind).format(value));
  return figures
    .filter((kind) => formatted(defaultLocale, kind) === words)
    .map((kind) => formatted(locale, kind));
}

function piecesOf(text: string): string[] {
  return normalizeSpaces(text.replace(/<\/?\w+>/g, '')).split(/\{\{(\w+)\}\}/);
}

function sourceOf(text: string, facts: Record<string, string>): string {
  const source = piecesOf(text).map((piece, place) =>
    place % 2 === 0 ? escapeRegExp(piece) : (facts[piece] ?? '.+?'),
  );
  // The value of a placeholder may end with a full stop, which then ends the sentence as well.
  return source
    .map((piece, place) => (place === 0 ? piece : piece.replace(/^\\\./, '\\.?')))
    .join('');
}

function alternationOf(sources: string[]): string {
  return `(?:${sources.join('|')})`;
}

function normalizeSpaces(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&').replace(/\s/g, '\\s+');
}
