import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Locale } from '@zavet/contract/locales';

const home = fileURLToPath(new URL('..', import.meta.url));

/** Texts of a locale by `<subject>.<dotted key>`. */
export type Texts = Map<string, string>;

export function subjectsOf(locale: Locale): string[] {
  return filesOf(locale)
    .map((file) => file.replace(/\.json$/, ''))
    .sort();
}

export function textsOf(locale: Locale): Texts {
  const texts: Texts = new Map();
  for (const subject of subjectsOf(locale)) {
    const content = readFileSync(join(home, locale, `${subject}.json`), 'utf8');
    collect(JSON.parse(content), subject, texts);
  }
  return texts;
}

function filesOf(locale: Locale): string[] {
  try {
    return readdirSync(join(home, locale));
  } catch {
    return [];
  }
}

function collect(value: unknown, key: string, texts: Texts): void {
  if (typeof value === 'string') texts.set(key, value);
  else if (typeof value === 'object' && value !== null) {
    for (const [name, inner] of Object.entries(value)) collect(inner, `${key}.${name}`, texts);
  } else throw new Error(`${key} is neither a text nor a group of texts.`);
}

const pluralSuffix = /_(zero|one|two|few|many|other)$/;

/** Plural forms of a text by category; `{ '': text }` if it has no plural. */
export type PluralForms = Record<string, string>;

/** Texts by key without plural suffix. A suffix without siblings is part of the key. */
export function formsOf(texts: Texts, pluralKeys: ReadonlySet<string>): Map<string, PluralForms> {
  const forms = new Map<string, PluralForms>();
  for (const [key, text] of texts) {
    const stem = key.replace(pluralSuffix, '');
    const isPlural = stem !== key && pluralKeys.has(stem);
    const name = isPlural ? stem : key;
    const category = isPlural ? key.slice(stem.length + 1) : '';
    forms.set(name, { ...forms.get(name), [category]: text });
  }
  return forms;
}

export function pluralKeysOf(texts: Texts): string[] {
  const stems = [...texts.keys()]
    .filter((key) => pluralSuffix.test(key))
    .map((key) => key.replace(pluralSuffix, ''));
  return stems.filter((stem, index) => stems.indexOf(stem) !== index);
}

/** Returns the `{{variables}}`, `$t(references)` and `<tags>` of a text. */
export function placeholdersOf(forms: PluralForms): string[] {
  const found = Object.values(forms).flatMap((text) => [
    ...[...text.matchAll(/\{\{-?\s*([\w.]+)/g)].map(([, name]) => `{{${name}}}`),
    ...[...text.matchAll(/\$t\(([^)]*)\)/g)].map(([, name]) => `$t(${name})`),
    ...[...text.matchAll(/<\/?\s*[\w-]+\s*\/?>/g)].map(([tag]) => tag),
  ]);
  return [...new Set(found)].sort();
}

/** Letters of a text, without placeholders and tags. */
export function lettersOf(text: string): string {
  const plain = text.replace(/\{\{[^}]*\}\}|\$t\([^)]*\)|<[^>]*>/g, '');
  return plain.replace(/[^\p{L}]/gu, '');
}
