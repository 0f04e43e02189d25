import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  type LegalDocument,
  legalDocumentNames,
  legalEditions,
} from '@zavet/contract/identity/editions';
import { defaultLocale, type Locale, locales } from '@zavet/contract/locales';

const home = fileURLToPath(new URL('..', import.meta.url));

/** Languages of the translations; the Russian texts are authoritative. */
export const translations = locales.filter((locale) => locale !== defaultLocale);

interface Clause {
  text: string;
  items?: string[];
}

export interface DocumentText {
  title: string;
  lead: string[];
  sections: { id: string; heading: string; clauses: Clause[] }[];
}

export interface Faq {
  groups: {
    id: string;
    title: string;
    questions: { id: string; question: string; answer: string[] }[];
  }[];
}

/** All editions, by path without language. */
export const editions = legalDocumentNames.flatMap((document) =>
  legalEditions[document].map((edition) => ({ document, path: pathOf(document, edition) })),
);

export function editionsOf(document: LegalDocument): string[] {
  return editions.filter((edition) => edition.document === document).map(({ path }) => path);
}

/** All texts, by path without language. */
export const textPaths = [...editions.map(({ path }) => path), 'faq/', 'facts/'];

export function readText<Text = unknown>(path: string, language: Locale): Text {
  return JSON.parse(readFileSync(join(home, `${path}${language}.json`), 'utf8'));
}

/** All files of a folder, recursively. */
export function filesIn(folder: string): string[] {
  return readdirSync(join(home, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(home.length));
}

export interface Passage {
  /** Path of the passage, for example `sections.3.clauses.1.text`. */
  place: string;
  text: string;
}

/** Returns all readable passages of a text. */
export function passagesOf(value: unknown, place = ''): Passage[] {
  if (typeof value === 'string') return /(^|\.)id$/.test(place) ? [] : [{ place, text: value }];
  if (typeof value !== 'object' || value === null) throw new Error(`${place} is not a text.`);
  return Object.entries(value).flatMap(([name, inner]) =>
    passagesOf(inner, place ? `${place}.${name}` : name),
  );
}

/** Returns the names of the placeholders, without duplicates. */
export function figuresOf(text: string): string[] {
  const names = [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => name);
  return [...new Set(names)].sort();
}

/** Returns structure, ids and figures without the words; they must be equal in all languages. */
export function shapeOf(value: unknown, name = ''): unknown {
  if (typeof value === 'string') return name === 'id' ? value : figuresOf(value).join(' ');
  if (Array.isArray(value)) return value.map((inner) => shapeOf(inner));
  const entries = Object.entries(value as object);
  return Object.fromEntries(entries.map(([key, inner]) => [key, shapeOf(inner, key)]));
}

function pathOf(document: LegalDocument, edition: string): string {
  return `documents/${document}/${edition}.`;
}
