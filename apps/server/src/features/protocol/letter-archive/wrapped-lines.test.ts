import fc from 'fast-check';
import { expect, test } from 'vitest';
import { wrappedLines } from './letter-pdf.ts';

/** As on a typewriter, and how much was measured in all. */
function typewriter() {
  const measured = { characters: 0 };
  const widthOf = (text: string) => {
    measured.characters += text.length;
    return text.length;
  };
  return { measured, widthOf };
}

const lines = (text: string, width: number) => [...wrappedLines(text, width, typewriter().widthOf)];

test('words go to the next line where they do not fit, and empty lines stay', () => {
  expect(lines('one two three\n\nfour', 8)).toEqual(['one two', 'three', '', 'four']);
});

test('spaces at the beginning of a line stay, because verses begin with them', () => {
  expect(lines('  one\n    two', 20)).toEqual(['  one', '    two']);
});

test('a word that is wider than the paper is cut, and nothing of it is lost', () => {
  expect(lines('abcdefghij', 4)).toEqual(['abcd', 'efgh', 'ij']);
});

const texts = fc.string({ unit: fc.constantFrom('a', 'б', ' ', '\n', 'é'), maxLength: 200 });

test('no line is wider than the paper, and no character but a space is lost, in any text', () => {
  fc.assert(
    fc.property(texts, fc.integer({ min: 1, max: 30 }), (text, width) => {
      const made = lines(text, width);
      expect(made.join('').replaceAll(' ', '')).toBe(text.replaceAll(/[ \n]/g, ''));
      for (const line of made) expect(line.trimStart().length).toBeLessThanOrEqual(width);
    }),
  );
});

test('the longest word that a letter can hold is measured a few times over, not once per line', () => {
  const { measured, widthOf } = typewriter();
  expect([...wrappedLines('а'.repeat(100_000), 80, widthOf)]).toHaveLength(1250);
  expect(measured.characters).toBeLessThan(500_000);
});
