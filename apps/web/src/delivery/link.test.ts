import { expect, test } from 'vitest';
import { deliveryIdOf, pathOf, tokenOf } from './link.ts';

test('the token is what stands behind the hash, without what copying may add', () => {
  expect(tokenOf('#AbC_1-2')).toBe('AbC_1-2');
  expect(tokenOf('#AbC_1-2 ')).toBe('AbC_1-2');
  expect(tokenOf('#')).toBeUndefined();
  expect(tokenOf('')).toBeUndefined();
});

test('an opened delivery is recognised by its path, and nothing else is', () => {
  const id = '3b241101-e2bb-4255-8caf-4136c566a962';
  expect(deliveryIdOf(pathOf(id))).toBe(id);
  expect(deliveryIdOf(`/delivery/${id}/`)).toBe(id);
  for (const path of [pathOf(), '/delivery/', '/delivery/a/b', '/other/1', '/delivery/..%2f1']) {
    expect(deliveryIdOf(path), path).toBeUndefined();
  }
});
