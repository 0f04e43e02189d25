import { instructionCategories } from '@zavet/contract/instructions/instruction-values';
import ru from '@zavet/locales/ru/guide.json' with { type: 'json' };
import { expect, it } from 'vitest';
import { questionsOf } from './question-rules.ts';

it.each(instructionCategories)(
  'the guide asks everything about a letter for %s that it has words for, in that order',
  (category) => {
    const worded = Object.keys(ru.questions[category]).map((name) => `${category}.${name}`);
    expect(questionsOf(category)).toEqual(worded);
    expect(worded[0]).toBe(`${category}.matter`);
    expect(worded.at(-1)).toBe(`${category}.first`);
  },
);
