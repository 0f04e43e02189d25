import { describe, expect, it, test } from 'vitest';
import { emptyValues } from '../instruction-rules.ts';
import {
  appendText,
  DraftInserter,
  fieldsFromDraft,
  scrollPositionFor,
} from './draft-insertion.ts';

const draft = { text: 'Черновик', facts: {} };

function openForm(inserter: DraftInserter) {
  const received: string[] = [];
  const close = inserter.register(({ text }) => received.push(text));
  return { received, close };
}

test('passes a draft to the open form', () => {
  const inserter = new DraftInserter();
  const { received } = openForm(inserter);
  expect(inserter.insert(draft)).toBe(true);
  expect(received).toEqual(['Черновик']);
});

test('keeps a draft for the next form and passes it on only once', () => {
  const inserter = new DraftInserter();
  expect(inserter.insert(draft)).toBe(false);
  const first = openForm(inserter);
  first.close();
  const second = openForm(inserter);
  expect(first.received).toEqual(['Черновик']);
  expect(second.received).toEqual([]);
});

test('closing a form does not unregister the next one', () => {
  const inserter = new DraftInserter();
  const first = openForm(inserter);
  const second = openForm(inserter);
  first.close();
  inserter.insert(draft);
  expect(first.received).toEqual([]);
  expect(second.received).toEqual(['Черновик']);
});

test('a dropped draft does not reach a later form', () => {
  const inserter = new DraftInserter();
  inserter.insert(draft);
  inserter.dropPending();
  expect(openForm(inserter).received).toEqual([]);
});

test('appendText separates paragraphs by a blank line and does not append the same text twice', () => {
  const once = appendText('Моё\n', 'Черновик');
  expect(once).toBe('Моё\n\nЧерновик');
  expect(appendText(once, 'Черновик')).toBe(once);
  expect(appendText('  ', 'Черновик')).toBe('Черновик');
  expect(appendText('Черновик', 'Черновик')).toBe('Черновик');
});

const anna = { id: 'a', name: 'Анна Орлова' };
const pavel = { id: 'p', name: 'Павел Иванов' };
const contacts = [anna, pavel];
const facts = { title: 'Письмо родным', category: 'relative' as const };

describe('fieldsFromDraft', () => {
  it('fills an empty title and category', () => {
    expect(fieldsFromDraft(emptyValues, facts, contacts)).toEqual(facts);
  });

  it('keeps values that are already set', () => {
    const typed = {
      ...emptyValues,
      title: 'Моё',
      category: 'notary' as const,
      trusted_contact_ids: ['p'],
      recipient_email: 'recipient@example.org',
    };
    expect(fieldsFromDraft(typed, { ...facts, addressee: 'Анне' }, contacts)).toEqual({});
    expect(fieldsFromDraft(typed, { ...facts, recipient: 'Mary' }, contacts)).toEqual({});
  });

  it('fills fields that contain only whitespace', () => {
    const blank = { ...emptyValues, title: ' ', recipient_name: ' ', recipient_email: ' ' };
    expect(fieldsFromDraft(blank, { title: 'Дача', recipient: 'Mary' }, contacts)).toEqual({
      title: 'Дача',
      recipient_name: 'Mary',
    });
  });

  it('keeps a recipient who only has a name', () => {
    const named = { ...emptyValues, recipient_name: 'Кто-то' };
    expect(fieldsFromDraft(named, { recipient: 'Mary' }, contacts)).toEqual({});
  });

  it('sets no further recipient if a trusted contact matches', () => {
    const ticked = { trusted_contact_ids: ['a'] };
    expect(fieldsFromDraft(emptyValues, { recipient: 'Анна Орлова' }, contacts)).toEqual(ticked);
    expect(fieldsFromDraft(emptyValues, { addressee: 'Анне' }, contacts)).toEqual(ticked);
  });

  it('ignores punctuation and treats ё as е in names', () => {
    const fyodor = { id: 'f', name: 'Фёдор — брат' };
    for (const addressee of ['«Федору»', ' Фёдор, ', 'Федор']) {
      expect(fieldsFromDraft(emptyValues, { addressee }, [fyodor])).toEqual({
        trusted_contact_ids: ['f'],
      });
    }
  });

  it('compares short names exactly and accepts only known endings of longer ones', () => {
    const of = (addressee: string, name: string) =>
      fieldsFromDraft(emptyValues, { addressee }, [{ id: 'x', name }]).trusted_contact_ids;
    expect(of('Ян', 'Ян Дуда')).toEqual(['x']);
    expect(of('Ия', 'Ян Дуда')).toBeUndefined();
    expect(of('Як', 'Ян Дуда')).toBeUndefined();
    expect(of('Liisaxlle', 'Liisa')).toBeUndefined();
    expect(of('Liisallex', 'Liisa')).toBeUndefined();
  });

  it.each([
    ['Анне', 'a'],
    ['Анне Орловой', 'a'],
    ['Павлу', 'p'],
    ['Павел Иванов', 'p'],
  ])('selects the trusted contact by «%s», in any grammatical case', (addressee, id) => {
    expect(fieldsFromDraft(emptyValues, { addressee }, contacts)).toEqual({
      trusted_contact_ids: [id],
    });
  });

  it('selects a contact by a Finnish case form', () => {
    const liisa = { id: 'l', name: 'Liisa Virtanen' };
    expect(fieldsFromDraft(emptyValues, { addressee: 'Liisalle' }, [liisa])).toEqual({
      trusted_contact_ids: ['l'],
    });
  });

  it('selects no contact if two match or the name is only similar', () => {
    const two = [anna, { id: 'b', name: 'Анна Петрова' }];
    expect(fieldsFromDraft(emptyValues, { addressee: 'Анне' }, two)).toEqual({});
    expect(
      fieldsFromDraft(emptyValues, { addressee: 'Anna' }, [{ id: 'k', name: 'Annika' }]),
    ).toEqual({});
    expect(fieldsFromDraft(emptyValues, { addressee: 'Марии Орловой' }, contacts)).toEqual({});
  });

  it('sets a further recipient only from a name in its base form that matches no contact', () => {
    expect(fieldsFromDraft(emptyValues, { recipient: 'Mary Orlova' }, contacts)).toEqual({
      recipient_name: 'Mary Orlova',
    });
    expect(fieldsFromDraft(emptyValues, { addressee: 'Марии' }, contacts)).toEqual({});
  });
});

const fieldPosition = { lineTop: 0, boxTop: 200, maxScrollTop: 900, windowHeight: 800 };
/** The resulting position of the line in the window. */
function lineTopInWindow(given: typeof fieldPosition): number {
  const { fieldTop, pageBy } = scrollPositionFor(given);
  return given.boxTop - pageBy + given.lineTop - fieldTop;
}

test('does not scroll to a line that is already visible', () => {
  expect(scrollPositionFor(fieldPosition)).toEqual({ fieldTop: 0, pageBy: 0 });
});

test.each([
  { ...fieldPosition, boxTop: 1500 },
  { ...fieldPosition, boxTop: -2000 },
  { ...fieldPosition, boxTop: 780 },
  { ...fieldPosition, boxTop: 700, lineTop: 880 },
  { ...fieldPosition, boxTop: -2000, lineTop: 5000, maxScrollTop: 0 },
  { ...fieldPosition, lineTop: 1300 },
])('scrolls a line into the upper part of the window: %j', (given) => {
  expect(lineTopInWindow(given)).toBeGreaterThanOrEqual(given.windowHeight * 0.1);
  expect(lineTopInWindow(given)).toBeLessThanOrEqual(given.windowHeight * 0.4);
});

test('does not scroll a field beyond its end', () => {
  expect(scrollPositionFor({ ...fieldPosition, lineTop: 1300 }).fieldTop).toBe(900);
  expect(scrollPositionFor({ ...fieldPosition, lineTop: 300, maxScrollTop: -1 }).fieldTop).toBe(0);
});
