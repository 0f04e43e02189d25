import { expect, test } from 'vitest';
import { AnswerCutOff, readAnswer } from './read-answer.ts';

async function* lines(...values: unknown[]) {
  yield* values;
}

const answer = { success: true, response: 'Здравствуйте.', error: null };

test('tells the pieces as they come and ends with the whole answer', async () => {
  const pieces: string[] = [];
  const told = lines({ text: 'Здрав' }, { text: 'ствуйте.' }, answer);
  expect(await readAnswer(told, (piece) => pieces.push(piece))).toEqual(answer);
  expect(pieces).toEqual(['Здрав', 'ствуйте.']);
});

test('an answer that was not streamed is an answer too', async () => {
  expect(await readAnswer(lines(answer), () => {})).toEqual(answer);
});

test('pieces without an end were cut off', async () => {
  const pieces: string[] = [];
  const told = readAnswer(lines({ text: 'Здрав' }), (piece) => pieces.push(piece));
  await expect(told).rejects.toBeInstanceOf(AnswerCutOff);
  expect(pieces).toEqual(['Здрав']);
});

test('a line it does not know is passed over', async () => {
  expect(await readAnswer(lines(null, 5, { other: 1 }, answer), () => {})).toEqual(answer);
});
