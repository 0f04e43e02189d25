import { expect, test } from 'vitest';
import { paymentSearch, textSearch } from './text-search.ts';

test('only the named texts of an address are taken', () => {
  expect(textSearch('tab')({ tab: 'plan', topic: 'x' })).toEqual({ tab: 'plan' });
  expect(textSearch('tab')({ tab: 3 })).toEqual({});
});

test('a link that calls the token of a payment crt still opens', () => {
  const search = paymentSearch('status');
  const expected = { client_return_token: 'abc', status: 'succeeded' };
  expect(search({ crt: 'abc', status: 'succeeded' })).toEqual(expected);
  expect(search({ ...expected, crt: 'other' })).toEqual(expected);
});
