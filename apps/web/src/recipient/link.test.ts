import { expect, test } from 'vitest';
import {
  deliveryIdOf,
  letterPathOf,
  namedIn,
  pathOf,
  previewPathOf,
  screenNamed,
  tokenOf,
} from './link.ts';

test('the token is read from the hash, without whitespace from copying', () => {
  expect(tokenOf('#AbC_1-2')).toBe('AbC_1-2');
  expect(tokenOf('#AbC_1-2 ')).toBe('AbC_1-2');
  expect(tokenOf('#')).toBeUndefined();
  expect(tokenOf('')).toBeUndefined();
});

test('an opened delivery is recognised by its path only', () => {
  const id = '3b241101-e2bb-4255-8caf-4136c566a962';
  expect(deliveryIdOf(pathOf(id))).toBe(id);
  expect(deliveryIdOf(`/delivery/${id}/`)).toBe(id);
  for (const path of [pathOf(), '/delivery/', '/delivery/a/b', '/other/1', '/delivery/..%2f1']) {
    expect(deliveryIdOf(path), path).toBeUndefined();
  }
});

test('one letter of several is named after the path, also in a preview', () => {
  for (const home of [pathOf('d1'), previewPathOf('c1')]) {
    const { search } = new URL(letterPathOf(home, 'l2'), 'https://zavet.test');
    expect(namedIn(search, 'letter')).toBe('l2');
    expect(namedIn(search, 'preview')).toBe(home === previewPathOf('c1') ? 'c1' : undefined);
  }
  expect(namedIn('?letter=<script>', 'letter')).toBeUndefined();
});

test('only our own screens are accepted as the way back', () => {
  const { search } = new URL(
    letterPathOf(pathOf('d1', 'trusted-legacies'), 'l2'),
    'https://z.test',
  );
  expect(screenNamed(namedIn(search, 'from'))).toBe('/trusted-legacies');
  for (const other of ['?from=dashboard', '?from=//evil.test', '?from=https', '']) {
    expect(screenNamed(namedIn(other, 'from')), other).toBeUndefined();
  }
});
