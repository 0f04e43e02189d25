import { expect, test } from 'vitest';
import { pageNumbers, spanOf } from './pager.tsx';

test.each([
  [1, 1, [1]],
  [1, 4, [1, 2, 3, 4]],
  [5, 7, [1, 2, 3, 4, 5, 6, 7]],
  [1, 50, [1, 2, 0]],
  [3, 50, [1, 2, 3, 4, 0]],
  [4, 50, [1, 0, 3, 4, 5, 0]],
  [49, 50, [1, 0, 48, 49, 50]],
  [50, 50, [1, 0, 49, 50]],
])('page %i of %i offers these page numbers', (page, count, numbers) => {
  expect(pageNumbers(page, count)).toEqual(numbers);
});

test('a page names its range of entries', () => {
  expect(spanOf(1, 20, 20)).toEqual({ first: 1, last: 20 });
  expect(spanOf(3, 20, 5)).toEqual({ first: 41, last: 45 });
});
