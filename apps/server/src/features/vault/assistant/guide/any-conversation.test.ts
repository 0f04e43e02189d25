import { limits } from '@zavet/contract/limits';
import { locales } from '@zavet/contract/locales';
import { instructionCategories } from '@zavet/contract/vault/instruction-values';
import { draftOf } from '@zavet/contract/vault/reply-rules';
import { findSecrets } from '@zavet/contract/vault/secret-rules';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { conversation } from '../../../../../test/conversation-fixture.ts';
import { answerAsGuide } from './answer-as-guide.ts';
import { commandIn } from './command-rules.ts';
import { questionsOf } from './conversation-rules.ts';
import { guideWords } from './write-draft.ts';

describe.each(locales)('in %s', (locale) => {
  it.each(instructionCategories)('writes a letter from the answers for «%s»', (category) => {
    const words = guideWords(locale);
    const say = conversation(locale);
    const questions = questionsOf(category);
    let answer = say(words(`letters.${category}`));
    expect(answer).toContain(words('about.introduction'));
    for (const [index, question] of questions.entries()) {
      expect(answer).toContain(words('progress', { number: index + 1, total: questions.length }));
      expect(answer).toContain(words(`questions.${question}.ask`));
      expect(draftOf(answer)).toBeUndefined();
      answer = say(`Ответ ${index}: у Веры`);
    }
    const draft = draftOf(answer) ?? '';
    const places = questions.map((_, index) => draft.indexOf(`Ответ ${index}: у Веры`));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(places.every((place) => place > 0)).toBe(true);
    for (const question of questions)
      expect(draft).toContain(words(`questions.${question}.heading`));
    expect(draft.startsWith(words(`drafts.${category}.greeting`))).toBe(true);
    expect(draft.endsWith(words(`drafts.${category}.closing`))).toBe(true);
    expect(answer).toContain(words('finished.complete'));
    expect(answer).toContain(words(`checks.${category}`));
  });

  it('lists the categories, and asks no question that looks like a secret', () => {
    const say = conversation(locale);
    const first = say('👋');
    const words = guideWords(locale);
    for (const category of instructionCategories) {
      expect(first).toContain(words(`categories.${category}`));
      for (const question of questionsOf(category)) {
        expect(findSecrets(words(`questions.${question}.ask`))).toEqual([]);
        expect(findSecrets(words(`questions.${question}.hint`))).toEqual([]);
      }
    }
  });
});

const language = fc.constantFrom(...locales);
const phrase = fc.constantFrom(
  ...['нотариусу', '3', 'родным', 'пропустить', 'назад', 'готово', 'сначала', '?', 'кто ты?'],
  ...[
    'пароль: Qwerty123',
    'Спасибо',
    'сделай короче',
    '<draft>',
    '</draft>',
    '{{count}} $t(progress)',
  ],
);
const anything = fc.oneof(phrase, fc.string({ minLength: 1, maxLength: 60, unit: 'grapheme' }));
const isAnswer = (text: string) =>
  text.trim() !== '' &&
  !/<\/?draft>/i.test(text) &&
  commandIn(text) === undefined &&
  findSecrets(text).length === 0;

test('answers any conversation within the length limit', () => {
  const turn = fc.record({
    role: fc.constantFrom('user' as const, 'assistant' as const),
    content: anything,
  });
  fc.assert(
    fc.property(
      fc.array(turn, { maxLength: limits.assistantTurns }),
      anything,
      language,
      (turns, message, locale) => {
        const answer = answerAsGuide({ message, conversation: turns, language: locale });
        expect(answer.trim()).not.toBe('');
        expect(answer.length).toBeLessThan(limits.assistantAnswerMaxLength / 2);
      },
    ),
  );
});

test('includes every answer verbatim in the letter', () => {
  const anyAnswer = fc.string({
    minLength: 1,
    maxLength: limits.assistantMessageMaxLength,
    unit: 'grapheme',
  });
  fc.assert(
    fc.property(
      fc.constantFrom(...instructionCategories),
      fc.array(
        anyAnswer.map((text) => text.slice(0, limits.assistantMessageMaxLength)).filter(isAnswer),
        { minLength: 7, maxLength: 7 },
      ),
      language,
      (category, answers, locale) => {
        const say = conversation(locale);
        say(guideWords(locale)(`letters.${category}`));
        const used = answers.slice(0, questionsOf(category).length);
        const answer = say(...used);
        const draft = draftOf(answer) ?? '';
        for (const text of used) expect(draft).toContain(text.trim());
        expect(answer.length).toBeLessThan(limits.assistantAnswerMaxLength / 2);
      },
    ),
  );
});
