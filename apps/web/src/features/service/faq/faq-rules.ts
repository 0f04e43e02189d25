import type { Faq, FaqGroup, FaqQuestion } from './faq-texts.ts';

/** Fills in prices and limits, so that search also finds them. */
export function fillGroups({ groups }: Faq, fill: (text: string) => string): FaqGroup[] {
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

/** Keeps questions with every word of the query, ignoring case and accents. Omits empty groups. */
export function filterGroups(groups: readonly FaqGroup[], query: string): FaqGroup[] {
  const words = normalizeText(query).split(/\s+/).filter(Boolean);
  return groups
    .map((group) => ({
      ...group,
      questions: group.questions.filter((question) => containsAll(question, words)),
    }))
    .filter(({ questions }) => questions.length > 0);
}

export function questionIds(groups: readonly FaqGroup[]): string[] {
  return groups.flatMap(({ questions }) => questions.map(({ id }) => id));
}

export function searchTextOf(search: object): string {
  const text = 'q' in search ? search.q : undefined;
  return typeof text === 'string' ? text : '';
}

/** The URL of a question without the search text. */
export function shareableUrlOf(href: string): string {
  const address = new URL(href);
  address.searchParams.delete('q');
  return address.href;
}

function containsAll({ question, answer }: FaqQuestion, words: readonly string[]): boolean {
  const text = normalizeText([question, ...answer].join('\n'));
  return words.every((word) => text.includes(word));
}

function normalizeText(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll('’', "'");
}
