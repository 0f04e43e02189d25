import { type Locale, locales } from '@zavet/contract/locales';
import { describe, expect, test } from 'vitest';
import { editionsOf, type Faq, passagesOf, readText } from './text-files.ts';

const forbidden: Record<Locale, RegExp[]> = {
  ru: [/государственн\S+ тайн/i, /порнограф/i, /насили/i],
  en: [/state secret/i, /pornograph/i, /violence/i],
  fr: [/secrets d’État/i, /pornograph/i, /violence/i],
  sv: [/statshemlig/i, /pornograf/i, /våld/i],
  fi: [/valtiosalaisu/i, /pornogra/i, /väkival/i],
  pt: [/segredos? de Estado/i, /pornográf/i, /violência/i],
};

describe.each(locales)('the questions in %s', (language) => {
  const { groups } = readText<Faq>('faq/', language);
  const questions = groups.flatMap((group) => group.questions);

  test('are forty-five, each a question with an answer', () => {
    expect(questions).toHaveLength(45);
    expect(questions.filter(({ question }) => !question.endsWith('?'))).toEqual([]);
    expect(questions.filter(({ answer }) => answer.length === 0)).toEqual([]);
  });

  test('are asked once', () => {
    expect(new Set(questions.map(({ question }) => question)).size).toBe(questions.length);
  });

  test('can be linked to, like their groups', () => {
    const ids = [...groups, ...questions].map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    // `content` and `root` are names that the page itself uses.
    expect(
      ids.filter((id) => !/^[a-z]+(-[a-z]+)*$/.test(id) || /^(content|root)$/.test(id)),
    ).toEqual([]);
  });

  test.each(forbidden[language])('name as forbidden what fits %s', (words) => {
    const answers = questions.map(({ answer }) => answer.join(' '));
    expect(answers.filter((answer) => words.test(answer))).not.toEqual([]);
  });
});

test.each(editionsOf('terms_of_use'))('%s forbids what the questions name as forbidden', (path) => {
  for (const language of locales) {
    const text = passagesOf(readText(path, language)).map((passage) => passage.text);
    for (const words of forbidden[language]) expect(text.join(' ')).toMatch(words);
  }
});
