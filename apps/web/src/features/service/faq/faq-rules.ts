import type { Faq, FaqGroup, FaqQuestion } from './faq-texts.ts';

/** The questions with their figures filled in, as they are read and searched. */
export function filledGroups({ groups }: Faq, fill: (text: string) => string): FaqGroup[] {
  return groups.map((group) => ({
    ...group,
    title: fill(group.title),
    questions: group.questions.map(({ id, question, answer }) => ({
      id,
      question: fill(question),
      answer: answer.map(fill),
    })),
  }));
}

/** The questions that hold every word of the query, in any case, with or without accents; no empty group. */
export function foundGroups(groups: readonly FaqGroup[], query: string): FaqGroup[] {
  const words = simplified(query).split(/\s+/).filter(Boolean);
  return groups
    .map((group) => ({
      ...group,
      questions: group.questions.filter((question) => holdsAll(question, words)),
    }))
    .filter(({ questions }) => questions.length > 0);
}

export function questionIds(groups: readonly FaqGroup[]): string[] {
  return groups.flatMap(({ questions }) => questions.map(({ id }) => id));
}

/** The words that an address asks to be searched for. */
export function wordsOf(search: object): string {
  const words = 'q' in search ? search.q : undefined;
  return typeof words === 'string' ? words : '';
}

/** The address of a question for others, who have not searched for anything. */
export function addressForOthers(href: string): string {
  const address = new URL(href);
  address.searchParams.delete('q');
  return address.href;
}

function holdsAll({ question, answer }: FaqQuestion, words: readonly string[]): boolean {
  const text = simplified([question, ...answer].join('\n'));
  return words.every((word) => text.includes(word));
}

function simplified(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll('’', "'");
}
