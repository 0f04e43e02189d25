import type { ChatTurn } from '@zavet/contract/assistant/assistant-endpoints';
import { expect, it } from 'vitest';
import { latestTurns } from './turn-rules.ts';

const turn = (content: string): ChatTurn => ({ role: 'user', content });

it('a language model hears a short conversation from its beginning', () => {
  const turns = [turn('one'), turn('two')];
  expect(latestTurns(turns)).toEqual(turns);
  expect(latestTurns([])).toEqual([]);
});

it('of a long conversation it hears the end, bounded in turns and in words', () => {
  const many = Array.from({ length: 100 }, (_, index) => turn(String(index)));
  expect(latestTurns(many)).toEqual(many.slice(60));
  const long = ['a', 'b', 'c'].map((letter) => turn(letter.repeat(20_000)));
  expect(latestTurns(long)).toEqual(long.slice(1));
});
