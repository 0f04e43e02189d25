import { expect, test } from 'vitest';
import type { DeliveryApi } from './delivery-api.ts';
import { Downloads } from './downloads.ts';
import type { Trouble } from './trouble.ts';

function begin(trouble: Trouble) {
  let now = 0;
  const refusals: Trouble[] = [];
  const api = { read: async () => ({ trouble }) } as Pick<DeliveryApi, 'read'> as DeliveryApi;
  const downloads = new Downloads(
    api,
    (refusal) => refusals.push(refusal),
    () => now,
  );
  downloads.answered();
  const pass = (minutes: number) => {
    now += minutes * 60_000;
  };
  return { downloads, refusals, pass };
}

test('a download soon after reading starts at once', () => {
  const { downloads, pass } = begin('session_ended');
  pass(4);
  expect(downloads.mayStart('d1')).toBe(true);
});

test('a download after the session has ended says so instead of failing', async () => {
  const { downloads, refusals, pass } = begin('session_ended');
  pass(61);
  expect(await downloads.mayStart('d1')).toBe(false);
  expect(refusals).toEqual(['session_ended']);
});

test('a passing trouble does not take the letter away', async () => {
  const { downloads, refusals, pass } = begin('network');
  pass(61);
  expect(await downloads.mayStart('d1')).toBe(true);
  expect(refusals).toEqual([]);
});
