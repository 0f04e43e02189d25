import { expect, test } from 'vitest';
import {
  addPress,
  isTooSoon,
  noPresses,
  type Presses,
  pressColors,
  pressesLeft,
} from './press-rules.ts';

/** The counter after presses at these moments. */
function after(...moments: number[]): Presses {
  return moments.reduce(addPress, noPresses);
}

test('three steady presses are needed, and a fourth adds nothing', () => {
  const counts = [after(), after(0), after(0, 1000), after(0, 1000, 2000)].map(
    ({ count }) => count,
  );
  expect(counts).toEqual([0, 1, 2, 3]);
  expect(after(0, 1000, 2000, 3000).count).toBe(3);
});

test('the label counts down while the colour goes from red to dark red', () => {
  expect([after(), after(0), after(0, 1000), after(0, 1000, 2000)].map(pressesLeft)).toEqual([
    3, 2, 1, 0,
  ]);
  expect(pressColors).toEqual(['red', 'orange', 'yellow', 'darkRed']);
});

test('a double click is one press', () => {
  expect(after(0, 180).count).toBe(1);
  expect(after(0, 599).count).toBe(1);
  expect(after(0, 600).count).toBe(2);
});

test('hammering at the button, or holding a key down, is one press however long it lasts', () => {
  const hammering = Array.from({ length: 50 }, (_, index) => index * 200);
  expect(after(...hammering).count).toBe(1);
  expect(after(...hammering, 50 * 200 + 700).count).toBe(2);
});

test('the first press of all is never too soon', () => {
  expect(isTooSoon(undefined, 0)).toBe(false);
  expect(after(3).count).toBe(1);
});
