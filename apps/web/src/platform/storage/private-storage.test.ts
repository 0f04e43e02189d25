import { expect, test } from 'vitest';
import { FakeStorage } from '../../../test/fake-storage.ts';
import { PrivateStorage } from './private-storage.ts';

test('keeps what belongs to one person apart from what belongs to another', () => {
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

test('forgets everything private and leaves choices like the language alone', () => {
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

test('forgets what others left and keeps what is one’s own', () => {
  const storage = new FakeStorage();
  storage.setItem('zavet.language', 'fi');
  const kept = new PrivateStorage(() => storage);
  kept.keep('anna', 'one', '1');
  kept.keep('oleg', 'two', '2');
  kept.forgetOthers('anna');
  expect(kept.names('anna')).toEqual(['one']);
  expect(kept.names('oleg')).toEqual([]);
  expect(storage.getItem('zavet.language')).toBe('fi');
});

test('says when there is no room', () => {
  const kept = new PrivateStorage(() => new FakeStorage(3));
  expect(kept.keep('anna', 'draft', 'too long')).toBe(false);
});

test('does without storage where the browser forbids it', () => {
  const kept = new PrivateStorage(() => {
    throw new DOMException('no', 'SecurityError');
  });
  expect(kept.keep('anna', 'draft', 'text')).toBe(false);
  expect(kept.find('anna', 'draft')).toBeUndefined();
  expect(kept.names('anna')).toEqual([]);
});
