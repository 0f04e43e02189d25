import { expect, test } from 'vitest';
import { FakeStorage } from '../../../../test/fake-storage.ts';
import { PrivateStorage } from '../../../platform/storage/private-storage.ts';
import { type MessageDraft, MessageDraftStore } from './message-draft.ts';

const draft: MessageDraft = {
  values: { category: 'bug', subject: 'Печать', message: 'Не печатает.\nСовсем 🙂' },
  draft_id: '0d9c2a5e-6a2c-4a5e-9a55-0c9f3a4f7a11',
};

function browser(room?: number) {
  const storage = new FakeStorage(room);
  const kept = new PrivateStorage(() => storage);
  return {
    kept,
    annas: new MessageDraftStore(kept, 'anna'),
    olegs: new MessageDraftStore(kept, 'oleg'),
  };
}

test('returns a draft only to its user', () => {
  const { annas, olegs } = browser();
  expect(annas.keep(draft)).toBe(true);
  expect(annas.find()).toEqual(draft);
  expect(olegs.find()).toBeUndefined();
});

test('removes drafts on sign-out', () => {
  const { kept, annas } = browser();
  annas.keep(draft);
  kept.forgetAll();
  expect(annas.find()).toBeUndefined();
});

test('removes the sent draft but keeps a newer one', () => {
  const { annas } = browser();
  annas.keep(draft);
  annas.forgetSent('another');
  expect(annas.find()).toEqual(draft);
  annas.forgetSent(draft.draft_id ?? '');
  expect(annas.find()).toBeUndefined();
});

test('reports a full storage', () => {
  expect(browser(20).annas.keep(draft)).toBe(false);
});

test.each(['', 'no json', 'null', '[]', '{"values":5}', '{"values":{"message":7,"more":"x"}}'])(
  'treats %j as no draft',
  (text) => {
    const { kept, annas } = browser();
    kept.keep('anna', 'support', text);
    expect(annas.find()).toBeUndefined();
  },
);

test('drops an unknown category of a draft', () => {
  const { kept, annas } = browser();
  const values = { category: 'praise', message: 'Спасибо' };
  kept.keep('anna', 'support', JSON.stringify({ values }));
  expect(annas.find()).toEqual({ values: { message: 'Спасибо' } });
});
