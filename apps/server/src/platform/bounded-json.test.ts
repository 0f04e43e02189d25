import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { JsonOutOfBounds, parseBoundedJson } from './bounded-json.ts';

const bounds = { depth: 5, values: 50 };

function refusal(text: string): JsonOutOfBounds {
  try {
    parseBoundedJson(text, bounds);
  } catch (error) {
    if (error instanceof JsonOutOfBounds) return error;
  }
  throw new Error('It was not refused.');
}

describe('bounded JSON', () => {
  it('is parsed like JSON.parse within the bounds', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 4 }), (text) => {
        expect(parseBoundedJson(text, { depth: 20, values: 10_000 })).toEqual(JSON.parse(text));
      }),
    );
  });

  it.each([
    ['nested arrays', '['.repeat(5_000_000), 6],
    ['nested objects', '{"a":'.repeat(1_000_000), 26],
    ['many values of one array', `[${'0,'.repeat(1_000_000)}0]`, 101],
    ['many empty objects', `[${'{},'.repeat(1_000_000)}{}]`, 80],
    ['many fields', `{${'"a":1,'.repeat(1_000_000)}"a":1}`, 301],
  ])('is refused for %s after few characters', (_, text, readCharacters) => {
    expect(refusal(text).readCharacters).toBeLessThanOrEqual(readCharacters);
  });

  it('may contain brackets, commas and escaped quotes in strings', () => {
    const text = JSON.stringify({ a: `${'[{,'.repeat(100)}"\\"`, '\\': '\\' });
    expect(parseBoundedJson(text, bounds)).toEqual(JSON.parse(text));
    expect(() => parseBoundedJson(`["${'\\'.repeat(1_000_001)}"`, bounds)).toThrow(SyntaxError);
  });

  it('is accepted up to the bounds', () => {
    const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
    expect(parseBoundedJson(nested(5), bounds)).toEqual([[[[[]]]]]);
    expect(refusal(nested(6)).message).toContain('depth');
    const listed = (count: number) => JSON.stringify(Array.from({ length: count }, () => 0));
    expect(parseBoundedJson(listed(50), bounds)).toHaveLength(50);
    expect(refusal(listed(51)).message).toContain('values');
  });
});
