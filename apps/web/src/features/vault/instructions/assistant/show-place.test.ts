import { expect, test } from 'vitest';
import { scrollingTo } from './show-place.ts';

const place = { lineTop: 0, boxTop: 200, mostFieldTop: 900, windowHeight: 800 };
/** Where the line is seen, from the top of the window. */
function seenAt(given: typeof place): number {
  const { fieldTop, pageBy } = scrollingTo(given);
  return given.boxTop - pageBy + given.lineTop - fieldTop;
}

test('a text is shown from its beginning, and a page that shows it already stays', () => {
  expect(scrollingTo(place)).toEqual({ fieldTop: 0, pageBy: 0 });
});

test.each([
  { ...place, boxTop: 1500 },
  { ...place, boxTop: -2000 },
  { ...place, boxTop: 780 },
  { ...place, boxTop: 700, lineTop: 880 },
  { ...place, boxTop: -2000, lineTop: 5000, mostFieldTop: 0 },
  { ...place, lineTop: 1300 },
])('the line comes to stand in the upper part of the window: %j', (given) => {
  expect(seenAt(given)).toBeGreaterThanOrEqual(given.windowHeight * 0.1);
  expect(seenAt(given)).toBeLessThanOrEqual(given.windowHeight * 0.4);
});

test('a field is not scrolled further than it can be', () => {
  expect(scrollingTo({ ...place, lineTop: 1300 }).fieldTop).toBe(900);
  expect(scrollingTo({ ...place, lineTop: 300, mostFieldTop: -1 }).fieldTop).toBe(0);
});
