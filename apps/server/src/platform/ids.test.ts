import { expect, it } from 'vitest';
import { deriveId } from './ids.ts';

it('derives a UUID, equal for equal parts only', () => {
  const id = deriveId('report', 'a', 'b');
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(deriveId('report', 'a', 'b')).toBe(id);
  expect(deriveId('report', 'ab', '')).not.toBe(id);
  expect(deriveId('report', 'a')).not.toBe(id);
});
