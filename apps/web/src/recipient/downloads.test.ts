import { expect, test } from 'vitest';
import type { LetterSource } from './delivery-api.ts';
import { Downloads } from './downloads.ts';
import type { Trouble } from './trouble.ts';

function createDownloads(trouble: Trouble) {
  let now = 0;
  const refusals: Trouble[] = [];
  const source: Pick<LetterSource, 'read'> = { read: async () => ({ trouble }) };
  const downloads = new Downloads(
    (refusal) => refusals.push(refusal),
    () => now,
  );
  downloads.onAnswer();
  const passMinutes = (minutes: number) => {
    now += minutes * 60_000;
  };
  return { mayStart: () => downloads.mayStart(source, 'd1'), refusals, passMinutes };
}

test('a download soon after reading starts immediately', () => {
  const { mayStart, passMinutes } = createDownloads('session_ended');
  passMinutes(4);
  expect(mayStart()).toBe(true);
});

test('a download after the end of the session is prevented and reported', async () => {
  const { mayStart, refusals, passMinutes } = createDownloads('session_ended');
  passMinutes(61);
  expect(await mayStart()).toBe(false);
  expect(refusals).toEqual(['session_ended']);
});

test('a transient failure of the check does not prevent a download', async () => {
  const { mayStart, refusals, passMinutes } = createDownloads('network');
  passMinutes(61);
  expect(await mayStart()).toBe(true);
  expect(refusals).toEqual([]);
});
