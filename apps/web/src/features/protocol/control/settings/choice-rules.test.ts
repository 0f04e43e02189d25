import { applyChoice } from '@zavet/contract/protocol/release-rules';
import { expect, test } from 'vitest';
import { appliesFrom, isSameChoice } from './choice-rules.ts';

const now = new Date('2026-11-15T10:00:00.000Z');
const rules = (waiting_hours: number, needs_second = false) => ({ waiting_hours, needs_second });

test('announces the same day as the contract stores', () => {
  const hours = [0, 24, 72, 168, 336, 720];
  const all = hours.flatMap((one) => [rules(one), rules(one, true)]);
  for (const today of all) {
    for (const choice of all) {
      const stored = applyChoice({ ...today, pending: null }, choice, now);
      expect(appliesFrom(choice, today, now)).toEqual(stored.pending?.from);
    }
  }
});

test('a choice equals another only if both settings do', () => {
  expect(isSameChoice(rules(72), rules(72))).toBe(true);
  expect(isSameChoice(rules(72), rules(24))).toBe(false);
  expect(isSameChoice(rules(72), rules(72, true))).toBe(false);
});
