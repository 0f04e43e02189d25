import { expect, test } from 'vitest';
import { spanOf } from './pager.tsx';

test('a page names its range of entries', () => {
  expect(spanOf(1, 20, 20)).toEqual({ first: 1, last: 20 });
  expect(spanOf(3, 20, 5)).toEqual({ first: 41, last: 45 });
});
