import { expect, test } from 'vitest';
import { FakeStorage } from '../../../test/fake-storage.ts';
import { browserStorage } from './browser-storage.ts';

test('a stored value is found under its key until it is removed', () => {
  const storage = new FakeStorage();
  const store = browserStorage(() => storage);
  expect(store.set('language', 'fi')).toBe(true);
  expect([store.get('language'), store.keys()]).toEqual(['fi', ['language']]);
  store.remove('language');
  expect([store.get('language'), store.keys()]).toEqual([undefined, []]);
});

test('a full or forbidden storage reports a failed write, and reads as empty', () => {
  const full = browserStorage(() => new FakeStorage(3));
  expect(full.set('language', 'too long')).toBe(false);
  const forbidden = browserStorage(() => {
    throw new DOMException('no', 'SecurityError');
  });
  expect(forbidden.set('a', 'b')).toBe(false);
  expect([forbidden.get('a'), forbidden.keys()]).toEqual([undefined, []]);
  expect(() => forbidden.remove('a')).not.toThrow();
});
