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

function browser(capacity?: number) {
  const storage = new FakeStorage(capacity);
  const privateStorage = new PrivateStorage(() => storage);
  return {
    storage,
    privateStorage,
    annas: new Drafts(privateStorage, 'anna'),
    olegs: new Drafts(privateStorage, 'oleg'),
  };
}

test('restores a draft, also in another tab', () => {
  const { privateStorage, annas } = browser();
  expect(annas.save('new', draft)).toBe(true);
  expect(new Drafts(privateStorage, 'anna').find('new')).toEqual(draft);
});

test('stores one draft per instruction and user', () => {
  const { annas, olegs } = browser();
  annas.save('new', draft);
  annas.save('i1', { ...draft, version: 3 });
  expect(annas.find('i1')?.version).toBe(3);
  expect(annas.subjects().toSorted()).toEqual(['i1', 'new']);
  expect(olegs.find('new')).toBeUndefined();
  expect(olegs.subjects()).toEqual([]);
});

test('removes a draft without affecting the others', () => {
  const { annas } = browser();
  annas.save('new', draft);
  annas.save('i1', draft);
  annas.remove('new');
  expect(annas.find('new')).toBeUndefined();
  expect(annas.find('i1')).toBeDefined();
});

test('a sign-out removes drafts and set-aside texts', () => {
  const { privateStorage, annas } = browser();
  annas.save('new', draft);
  annas.setAside('i1', draft.values);
  privateStorage.forgetAll();
  expect(annas.find('new')).toBeUndefined();
  expect(annas.findSetAside('i1')).toBeUndefined();
});

test('a set-aside text is not a draft and stays until it is removed', () => {
  const { annas } = browser();
  annas.setAside('i1', draft.values);
  expect(annas.find('i1')).toBeUndefined();
  expect(annas.subjects()).toEqual([]);
  expect(annas.findSetAside('i1')).toEqual(draft.values);
  annas.removeSetAside('i1');
  expect(annas.findSetAside('i1')).toBeUndefined();
});

test('reports a full storage', () => {
  const { annas } = browser(50);
  expect(annas.save('new', draft)).toBe(false);
});

test.each(['', 'no json', 'null', '[]', '{"values":5}', '{"draft_id":7,"values":{}}'])(
  'ignores invalid data %j',
  (text) => {
    const { privateStorage, annas } = browser();
    privateStorage.keep('anna', 'instruction.new', text);
    expect(annas.find('new')).toBeUndefined();
  },
);

test('drops unknown values of a stored draft', () => {
  const { privateStorage, annas } = browser();
  const values = {
    title: 'Дача',
    category: 'unknown',
    trusted_contact_ids: ['a', 5],
    content: null,
  };
  privateStorage.keep('anna', 'instruction.new', JSON.stringify({ draft_id: 'd', values: values }));
  expect(annas.find('new')?.values).toEqual({
    ...emptyValues,
    title: 'Дача',
    trusted_contact_ids: ['a'],
  });
});

test('restores a draft from the documented storage format', () => {
  const { storage, annas } = browser();
  storage.setItem(
    'zavet.private.anna.instruction.new',
    '{"draft_id":"0d9c2a5e-6a2c-4a5e-9a55-0c9f3a4f7a11","version":null,"values":{"title":"Дача","category":"personal","priority":"","content":"Ключи у соседки 🙂","trusted_contact_ids":[],"recipient_name":"","recipient_email":""},"file_names":["План.pdf"],"kept_at":"2026-11-15T12:00:00.000Z"}',
  );
  expect(annas.find('new')).toEqual(draft);
});
