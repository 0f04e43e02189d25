import { expect, test } from 'vitest';
import type { LetterSource } from './delivery-api.ts';
import { Downloads } from './downloads.ts';
import type { Trouble } from './trouble.ts';

function begin(trouble: Trouble) {
  let now = 0;
  const refusals: Trouble[] = [];
  const source: Pick<LetterSource, 'read'> = { read: async () => ({ trouble }) };
  const downloads = new Downloads(
    (refusal) => refusals.push(refusal),
    () => now,
  );
  downloads.answered();
  const pass = (minutes: number) => {
    now += minutes * 60_000;
  };
  return { mayStart: () => downloads.mayStart(source, 'd1'), refusals, pass };
}

test('a download soon after reading starts immediately', () => {
  const { mayStart, pass } = begin('session_ended');
  pass(4);
  expect(mayStart()).toBe(true);
});

test('a download after the session has ended explains it instead of failing', async () => {
  const { mayStart, refusals, pass } = begin('session_ended');
  pass(61);
  expect(await mayStart()).toBe(false);
  expect(refusals).toEqual(['session_ended']);
});

test('a transient failure does not remove the letter', async () => {
  const { mayStart, refusals, pass } = begin('network');
  pass(61);
  expect(await mayStart()).toBe(true);
  expect(refusals).toEqual([]);
});
