import { readFileSync } from 'node:fs';
import { type LegalDocument, legalEditions } from '@zavet/contract/identity/editions';

interface Section {
  id: string;
  clauses: { text: string; items?: string[] }[];
}

/** Sections of the newest edition in Russian, the authoritative text. */
export function sectionsOf(document: LegalDocument): Section[] {
  const edition = legalEditions[document].at(-1);
  const path = `../../../packages/texts/documents/${document}/${edition}.ru.json`;
  return JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8')).sections;
}

/** Sentences of `document#section`, without those that introduce a list. */
export function sentencesOf(place: string): string[] {
  const [document = '', id] = place.split('#');
  const section = sectionsOf(document as LegalDocument).find((one) => one.id === id);
  if (!section) throw new Error(`There is no section ${place}.`);
  return section.clauses
    .flatMap(({ text, items = [] }) => [text, ...items])
    .flatMap((passage) => passage.split(/(?<=\.) (?=\p{Lu})/u))
    .filter((sentence) => !sentence.endsWith(':'));
}

/** Names of the placeholders in a sentence. */
export function figuresOf(sentence: string): string[] {
  return [...sentence.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => name);
}
