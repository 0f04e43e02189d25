import { expect, test } from 'vitest';
import { FakeStorage } from '../../../../../test/fake-storage.ts';
import { PrivateStorage } from '../../../../platform/storage/private-storage.ts';
import { emptyValues } from '../instruction-rules.ts';
import { type Draft, Drafts } from './drafts.ts';

const draft: Draft = {
  draft_id: '0d9c2a5e-6a2c-4a5e-9a55-0c9f3a4f7a11',
  version: null,
  values: { ...emptyValues, title: 'Дача', content: 'Ключи у соседки 🙂', category: 'personal' },
  file_names: ['План.pdf'],
  kept_at: '2026-11-15T12:00:00.000Z',
};

function browser(room?: number) {
  const storage = new FakeStorage(room);
  const kept = new PrivateStorage(() => storage);
  return { storage, kept, annas: new Drafts(kept, 'anna'), olegs: new Drafts(kept, 'oleg') };
}

test('finds everything typed again, also in another tab', () => {
  const { kept, annas } = browser();
  expect(annas.save('new', draft)).toBe(true);
  expect(new Drafts(kept, 'anna').find('new')).toEqual(draft);
});

test('keeps one draft per instruction and per person', () => {
  const { annas, olegs } = browser();
  annas.save('new', draft);
  annas.save('i1', { ...draft, version: 3 });
  expect(annas.find('i1')?.version).toBe(3);
  expect(annas.subjects().toSorted()).toEqual(['i1', 'new']);
  expect(olegs.find('new')).toBeUndefined();
  expect(olegs.subjects()).toEqual([]);
});

test('a forgotten draft is gone and the others stay', () => {
  const { annas } = browser();
  annas.save('new', draft);
  annas.save('i1', draft);
  annas.remove('new');
  expect(annas.find('new')).toBeUndefined();
  expect(annas.find('i1')).toBeDefined();
});

test('nothing is left after a sign-out', () => {
  const { kept, annas } = browser();
  annas.save('new', draft);
  annas.setAside('i1', draft.values);
  kept.forgetAll();
  expect(annas.find('new')).toBeUndefined();
  expect(annas.findSetAside('i1')).toBeUndefined();
});

test('a text set aside is no draft and stays until it is let go', () => {
  const { annas } = browser();
  annas.setAside('i1', draft.values);
  expect(annas.find('i1')).toBeUndefined();
  expect(annas.subjects()).toEqual([]);
  expect(annas.findSetAside('i1')).toEqual(draft.values);
  annas.removeSetAside('i1');
  expect(annas.findSetAside('i1')).toBeUndefined();
});

test('says when a draft does not fit', () => {
  const { annas } = browser(50);
  expect(annas.save('new', draft)).toBe(false);
});

test.each(['', 'no json', 'null', '[]', '{"values":5}', '{"draft_id":7,"values":{}}'])(
  'takes %j for no draft',
  (text) => {
    const { kept, annas } = browser();
    kept.keep('anna', 'instruction.new', text);
    expect(annas.find('new')).toBeUndefined();
  },
);

test('leaves out what it does not know', () => {
  const { kept, annas } = browser();
  const odd = { title: 'Дача', category: 'unknown', trusted_contact_ids: ['a', 5], content: null };
  kept.keep('anna', 'instruction.new', JSON.stringify({ draft_id: 'd', values: odd }));
  expect(annas.find('new')?.values).toEqual({
    ...emptyValues,
    title: 'Дача',
    trusted_contact_ids: ['a'],
  });
});

test('a draft in the stored format is opened as it was left', () => {
  const { storage, annas } = browser();
  storage.setItem(
    'zavet.private.anna.instruction.new',
    '{"draft_id":"0d9c2a5e-6a2c-4a5e-9a55-0c9f3a4f7a11","version":null,"values":{"title":"Дача","category":"personal","priority":"","content":"Ключи у соседки 🙂","trusted_contact_ids":[],"recipient_name":"","recipient_email":""},"file_names":["План.pdf"],"kept_at":"2026-11-15T12:00:00.000Z"}',
  );
  expect(annas.find('new')).toEqual(draft);
});
