import { expect, test } from 'vitest';
import {
  deliveryIdOf,
  letterPathOf,
  paramOf,
  pathOf,
  previewPathOf,
  returnPathOf,
  tokenOf,
} from './link.ts';

test('reads the token from the URL fragment, without whitespace from copying', () => {
  expect(tokenOf('#AbC_1-2')).toBe('AbC_1-2');
  expect(tokenOf('#AbC_1-2 ')).toBe('AbC_1-2');
  expect(tokenOf('#')).toBeUndefined();
  expect(tokenOf('')).toBeUndefined();
});

test('recognises an opened delivery by its path only', () => {
  const id = '3b241101-e2bb-4255-8caf-4136c566a962';
  expect(deliveryIdOf(pathOf(id))).toBe(id);
  expect(deliveryIdOf(`/delivery/${id}/`)).toBe(id);
  for (const path of [pathOf(), '/delivery/', '/delivery/a/b', '/other/1', '/delivery/..%2f1']) {
    expect(deliveryIdOf(path), path).toBeUndefined();
  }
});

test('selects one letter of several by a query parameter, also in a preview', () => {
  for (const home of [pathOf('d1'), previewPathOf('c1')]) {
    const { search } = new URL(letterPathOf(home, 'l2'), 'https://zavet.test');
    expect(paramOf(search, 'letter')).toBe('l2');
    expect(paramOf(search, 'preview')).toBe(home === previewPathOf('c1') ? 'c1' : undefined);
  }
  expect(paramOf('?letter=<script>', 'letter')).toBeUndefined();
});

test('accepts only a known screen as the return path', () => {
  const { search } = new URL(
    letterPathOf(pathOf('d1', 'trusted-legacies'), 'l2'),
    'https://z.test',
  );
  expect(returnPathOf(paramOf(search, 'from'))).toBe('/trusted-legacies');
  for (const other of ['?from=dashboard', '?from=//evil.test', '?from=https', '']) {
    expect(returnPathOf(paramOf(other, 'from')), other).toBeUndefined();
  }
});
