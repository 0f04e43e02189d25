import { expect, test } from 'vitest';
import { FakeStorage } from '../../../../test/fake-storage.ts';
import { PrivateStorage } from '../../../platform/storage/private-storage.ts';
import { type MessageDraft, MessageDraftStore } from './message-draft.ts';

const draft: MessageDraft = {
  values: { category: 'bug', subject: 'Печать', message: 'Не печатает.\nСовсем 🙂' },
  draft_id: '0d9c2a5e-6a2c-4a5e-9a55-0c9f3a4f7a11',
};

function createStores(capacity?: number) {
  const fake = new FakeStorage(capacity);
  const storage = new PrivateStorage(() => fake);
  return {
    storage,
    draftOfAnna: new MessageDraftStore(storage, 'anna'),
    draftOfOleg: new MessageDraftStore(storage, 'oleg'),
  };
}

test('returns a draft only to its user', () => {
  const { draftOfAnna, draftOfOleg } = createStores();
  expect(draftOfAnna.save(draft)).toBe(true);
  expect(draftOfAnna.load()).toEqual(draft);
  expect(draftOfOleg.load()).toBeUndefined();
});

test('removes drafts on sign-out', () => {
  const { storage, draftOfAnna } = createStores();
  draftOfAnna.save(draft);
  storage.forgetAll();
  expect(draftOfAnna.load()).toBeUndefined();
});

test('removes the sent draft but keeps a newer one', () => {
  const { draftOfAnna } = createStores();
  draftOfAnna.save(draft);
  draftOfAnna.removeSent('another');
  expect(draftOfAnna.load()).toEqual(draft);
  draftOfAnna.removeSent(draft.draft_id ?? '');
  expect(draftOfAnna.load()).toBeUndefined();
});

test('reports a full storage', () => {
  expect(createStores(20).draftOfAnna.save(draft)).toBe(false);
});

test.each(['', 'no json', 'null', '[]', '{"values":5}', '{"values":{"message":7,"more":"x"}}'])(
  'treats %j as no draft',
  (text) => {
    const { storage, draftOfAnna } = createStores();
    storage.keep('anna', 'support', text);
    expect(draftOfAnna.load()).toBeUndefined();
  },
);

test('drops an unknown category of a draft', () => {
  const { storage, draftOfAnna } = createStores();
  const values = { category: 'praise', message: 'Спасибо' };
  storage.keep('anna', 'support', JSON.stringify({ values }));
  expect(draftOfAnna.load()).toEqual({ values: { message: 'Спасибо' } });
});
