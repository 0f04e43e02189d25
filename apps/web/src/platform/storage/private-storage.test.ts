import { expect, test } from 'vitest';
import { FakeStorage } from '../../../test/fake-storage.ts';
import { PrivateStorage } from './private-storage.ts';

test('separates the entries of different users', () => {
  const kept = new PrivateStorage(() => storage);
  const storage = new FakeStorage();
  kept.keep('anna', 'draft', 'hers');
  kept.keep('oleg', 'draft', 'his');
  expect(kept.find('anna', 'draft')).toBe('hers');
  expect(kept.names('oleg')).toEqual(['draft']);
  kept.forget('anna', 'draft');
  expect(kept.find('anna', 'draft')).toBeUndefined();
  expect(kept.find('oleg', 'draft')).toBe('his');
});

test('removes all private entries and leaves settings like the language', () => {
  const storage = new FakeStorage();
  storage.setItem('zavet.language', 'fi');
  const kept = new PrivateStorage(() => storage);
  kept.keep('anna', 'one', '1');
  kept.keep('anna', 'two', '2');
  kept.keep('oleg', 'three', '3');
  kept.forgetAll();
  expect([...kept.names('anna'), ...kept.names('oleg')]).toEqual([]);
  expect(storage.getItem('zavet.language')).toBe('fi');
});

test('removes entries of other users and keeps the user’s own', () => {
  const storage = new FakeStorage();
  storage.setItem('zavet.language', 'fi');
  const kept = new PrivateStorage(() => storage);
  kept.keep('anna', 'one', '1');
  kept.keep('oleg', 'two', '2');
  kept.forgetOtherUsers('anna');
  expect(kept.names('anna')).toEqual(['one']);
  expect(kept.names('oleg')).toEqual([]);
  expect(storage.getItem('zavet.language')).toBe('fi');
});

test('reports a full storage', () => {
  const kept = new PrivateStorage(() => new FakeStorage(3));
  expect(kept.keep('anna', 'draft', 'too long')).toBe(false);
});

test('works without storage if the browser forbids it', () => {
  const kept = new PrivateStorage(() => {
    throw new DOMException('no', 'SecurityError');
  });
  expect(kept.keep('anna', 'draft', 'text')).toBe(false);
  expect(kept.find('anna', 'draft')).toBeUndefined();
  expect(kept.names('anna')).toEqual([]);
});
