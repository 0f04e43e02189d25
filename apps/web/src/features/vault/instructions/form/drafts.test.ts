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

function openBrowser(capacity?: number) {
  const storage = new FakeStorage(capacity);
  const privateStorage = new PrivateStorage(() => storage);
  return {
    storage,
    privateStorage,
    annaDrafts: new Drafts(privateStorage, 'anna'),
    olegDrafts: new Drafts(privateStorage, 'oleg'),
  };
}

test('restores a draft, also in another tab', () => {
  const { privateStorage, annaDrafts } = openBrowser();
  expect(annaDrafts.save('new', draft)).toBe(true);
  expect(new Drafts(privateStorage, 'anna').find('new')).toEqual(draft);
});

test('stores one draft per instruction and user', () => {
  const { annaDrafts, olegDrafts } = openBrowser();
  annaDrafts.save('new', draft);
  annaDrafts.save('i1', { ...draft, version: 3 });
  expect(annaDrafts.find('i1')?.version).toBe(3);
  expect(annaDrafts.listSubjects().toSorted()).toEqual(['i1', 'new']);
  expect(olegDrafts.find('new')).toBeUndefined();
  expect(olegDrafts.listSubjects()).toEqual([]);
});

test('removes a draft without affecting the others', () => {
  const { annaDrafts } = openBrowser();
  annaDrafts.save('new', draft);
  annaDrafts.save('i1', draft);
  annaDrafts.remove('new');
  expect(annaDrafts.find('new')).toBeUndefined();
  expect(annaDrafts.find('i1')).toBeDefined();
});

test('a sign-out removes drafts and set-aside texts', () => {
  const { privateStorage, annaDrafts } = openBrowser();
  annaDrafts.save('new', draft);
  annaDrafts.setAside('i1', draft.values);
  privateStorage.forgetAll();
  expect(annaDrafts.find('new')).toBeUndefined();
  expect(annaDrafts.findSetAside('i1')).toBeUndefined();
});

test('a set-aside text is not a draft and stays until it is removed', () => {
  const { annaDrafts } = openBrowser();
  annaDrafts.setAside('i1', draft.values);
  expect(annaDrafts.find('i1')).toBeUndefined();
  expect(annaDrafts.listSubjects()).toEqual([]);
  expect(annaDrafts.findSetAside('i1')).toEqual(draft.values);
  annaDrafts.removeSetAside('i1');
  expect(annaDrafts.findSetAside('i1')).toBeUndefined();
});

test('reports a full storage', () => {
  const { annaDrafts } = openBrowser(50);
  expect(annaDrafts.save('new', draft)).toBe(false);
});

test.each(['', 'no json', 'null', '[]', '{"values":5}', '{"draft_id":7,"values":{}}'])(
  'ignores invalid data %j',
  (text) => {
    const { privateStorage, annaDrafts } = openBrowser();
    privateStorage.keep('anna', 'instruction.new', text);
    expect(annaDrafts.find('new')).toBeUndefined();
  },
);

test('drops unknown values of a stored draft', () => {
  const { privateStorage, annaDrafts } = openBrowser();
  const values = {
    title: 'Дача',
    category: 'unknown',
    trusted_contact_ids: ['a', 5],
    content: null,
  };
  privateStorage.keep('anna', 'instruction.new', JSON.stringify({ draft_id: 'd', values: values }));
  expect(annaDrafts.find('new')?.values).toEqual({
    ...emptyValues,
    title: 'Дача',
    trusted_contact_ids: ['a'],
  });
});

test('restores a draft from the documented storage format', () => {
  const { storage, annaDrafts } = openBrowser();
  storage.setItem(
    'zavet.private.anna.instruction.new',
    '{"draft_id":"0d9c2a5e-6a2c-4a5e-9a55-0c9f3a4f7a11","version":null,"values":{"title":"Дача","category":"personal","priority":"","content":"Ключи у соседки 🙂","trusted_contact_ids":[],"recipient_name":"","recipient_email":""},"file_names":["План.pdf"],"kept_at":"2026-11-15T12:00:00.000Z"}',
  );
  expect(annaDrafts.find('new')).toEqual(draft);
});
