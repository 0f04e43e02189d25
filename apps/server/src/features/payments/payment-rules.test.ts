import { describe, expect, it } from 'vitest';
import { differences, pauseBeforeCheck } from './payment-rules.ts';

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

it('a payment is asked after twice a minute at first, and hourly after a day', () => {
  const hour = 3_600_000;
  expect([0, hour, 3 * hour, 48 * hour].map(pauseBeforeCheck)).toEqual([
    25_000, 60_000, 600_000, 3_600_000,
  ]);
});
