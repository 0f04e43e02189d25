import { expect, it } from 'vitest';
import { derivedId } from './ids.ts';

it('derives a UUID, equal for equal parts only', () => {
  const id = derivedId('report', 'a', 'b');
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(derivedId('report', 'a', 'b')).toBe(id);
  expect(derivedId('report', 'ab', '')).not.toBe(id);
  expect(derivedId('report', 'a')).not.toBe(id);
});
