import { describe, expect, it } from 'vitest';
import {
  differences,
  furthestCheckMs,
  keyLifetimeMs,
  pauseBeforeCheck,
  vanishedAfterMs,
} from './payment-rules.ts';

const own = {
  id: 'own-id',
  provider_payment_id: 'theirs',
  amount_kopecks: 30_000,
  currency: 'RUB',
  is_test: false,
};
const said = {
  id: 'theirs',
  payment_id: 'own-id',
  amount_kopecks: 30_000,
  currency: 'RUB',
  is_test: false,
};

describe('an answer of the provider', () => {
  it('is about this payment when everything agrees, also when it is the first one', () => {
    expect(differences(own, said)).toEqual([]);
    const unasked = { ...own, provider_payment_id: null, is_test: null };
    expect(differences(unasked, said)).toEqual([]);
  });

  it.each([
    ['id', { id: 'another' }],
    ['payment_id', { payment_id: 'another' }],
    ['payment_id', { payment_id: null }],
    ['amount', { amount_kopecks: 100 }],
    ['currency', { currency: 'USD' }],
    ['test', { is_test: true }],
  ])('is not believed with another %s', (name, change) => {
    expect(differences(own, { ...said, ...change })).toEqual([name]);
  });
});

describe('the time between two questions about a payment', () => {
  const second = 1000;
  const minute = 60_000;
  const hour = 3_600_000;

  it.each([
    ['at once', 0, 25 * second],
    ['just before ten minutes', 10 * minute - 1, 25 * second],
    ['after ten minutes', 10 * minute, minute],
    ['just before two hours', 2 * hour - 1, minute],
    ['after two hours', 2 * hour, 10 * minute],
    ['just before a day', 24 * hour - 1, 10 * minute],
    ['after a day', 24 * hour, hour],
    ['after two days', 48 * hour, hour],
  ])('grows with its age: %s', (_, age, pause) => {
    expect(pauseBeforeCheck(age)).toBe(pause);
  });

  it('is never longer than two hours', () => {
    expect(furthestCheckMs).toBe(7_200_000);
  });
});

it('a key is used for 23 hours, an hour less than the provider remembers it', () => {
  expect(keyLifetimeMs).toBe(82_800_000);
});

it('a payment that the provider no longer knows is given up after three days', () => {
  expect(vanishedAfterMs).toBe(259_200_000);
});
