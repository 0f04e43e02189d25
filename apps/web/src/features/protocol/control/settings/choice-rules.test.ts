import { applyChoice } from '@zavet/contract/protocol/release-rules';
import { expect, test } from 'vitest';
import { isSameChoice, startDateOf } from './choice-rules.ts';

const now = new Date('2026-11-15T10:00:00.000Z');
const rules = (waiting_hours: number, needs_second = false) => ({ waiting_hours, needs_second });

test('announces the same date as the contract stores', () => {
  const hours = [0, 24, 72, 168, 336, 720];
  const choices = hours.flatMap((one) => [rules(one), rules(one, true)]);
  for (const current of choices) {
    for (const choice of choices) {
      const stored = applyChoice({ ...current, pending: null }, choice, now);
      expect(startDateOf(choice, current, now)).toEqual(stored.pending?.from);
    }
  }
});

test('two choices are the same only if both settings are', () => {
  expect(isSameChoice(rules(72), rules(72))).toBe(true);
  expect(isSameChoice(rules(72), rules(24))).toBe(false);
  expect(isSameChoice(rules(72), rules(72, true))).toBe(false);
});
