import {
  type InstructionCategory,
  instructionCategories,
} from '../instructions/instruction-values.ts';
import { limits } from '../limits.ts';

/** What a draft says about itself, for the fields of an instruction that are still empty. */
export interface DraftFacts {
  title?: string;
  category?: InstructionCategory;
  /** For whom it is, as it was said, perhaps in an oblique case: good for finding a contact. */
  addressee?: string;
  /** The same as one would write it on an envelope. */
  recipient?: string;
}

const names = ['title', 'category', 'addressee', 'recipient'] as const;
const oneFact = /([a-z]+)\s*=\s*["“”]([^"“”<>]*)["“”]/gi;

/** Longer ones are words, not facts. */
export const mostFactsLength = 600;

/** Out of the mark that opens a draft; undefined where it says nothing. */
export function factsIn(mark: string): DraftFacts | undefined {
  const given = new Map(
    [...mark.matchAll(oneFact)].map(([, name = '', value = '']) => [
      name.toLowerCase(),
      value.replace(/\s+/g, ' ').trim(),
    ]),
  );
  const short = (name: (typeof names)[number], most: number) => {
    const value = given.get(name);
    return value && value.length <= most ? { [name]: value } : {};
  };
  const category = instructionCategories.find((one) => one === given.get('category'));
  const facts: DraftFacts = {
    ...short('title', limits.instructionTitleMaxLength),
    ...(category && { category }),
    ...short('addressee', limits.nameMaxLength),
    ...short('recipient', limits.nameMaxLength),
  };
  return Object.keys(facts).length > 0 ? facts : undefined;
}

export function factsWritten(facts: DraftFacts): string {
  return names
    .map((name) => [name, facts[name]?.replace(/["“”<>\s]+/g, ' ').trim()])
    .map(([name, value]) => (value ? ` ${name}="${value}"` : ''))
    .join('');
}

const marked = /^\s*#{1,3}\s+(\S.*)/u;
const labelled =
  /^\s*(?:название|заголовок|тема|title|subject|titre|objet|rubrik|titel|ämne|otsikko|aihe|título|assunto)\s*[:—–]\s*(\S.*)/iu;

/** A line at the top that is marked as a heading; any other line may be a greeting. */
export function headingOf(draft: string): string | undefined {
  const [first = ''] = draft.trimStart().split('\n');
  const [, heading] = marked.exec(first) ?? labelled.exec(first) ?? [];
  const title = heading?.replace(/^[«"“]|[»"”.]$/gu, '').trim();
  return title && title.length <= limits.instructionTitleMaxLength ? title : undefined;
}
