import { describe, expect, it, test } from 'vitest';
import { emptyValues } from '../instruction-rules.ts';
import {
  appendText,
  DraftInserter,
  fieldsFromDraft,
  isFormOpening,
  scrollPositionFor,
} from './draft-insertion.ts';

const draft = { text: 'Черновик', facts: {} };

function form(inserter: DraftInserter) {
  const taken: string[] = [];
  const close = inserter.open(({ text }) => taken.push(text));
  return { taken, close };
}

test('a text goes to the form that is open', () => {
  const inserter = new DraftInserter();
  const { taken } = form(inserter);
  expect(inserter.insert(draft)).toBe(true);
  expect(taken).toEqual(['Черновик']);
});

test('without a form it waits for the next one and goes there once', () => {
  const inserter = new DraftInserter();
  expect(inserter.insert(draft)).toBe(false);
  const first = form(inserter);
  first.close();
  const second = form(inserter);
  expect(first.taken).toEqual(['Черновик']);
  expect(second.taken).toEqual([]);
});

test('a form that is gone gets nothing, and its going does not close the next one', () => {
  const inserter = new DraftInserter();
  const first = form(inserter);
  const second = form(inserter);
  first.close();
  inserter.insert(draft);
  expect(first.taken).toEqual([]);
  expect(second.taken).toEqual(['Черновик']);
});

test('a text whose form was never opened does not turn up in another one', () => {
  const inserter = new DraftInserter();
  inserter.insert(draft);
  inserter.forget();
  expect(form(inserter).taken).toEqual([]);
});

test('a text is added below with a blank line between, and not twice', () => {
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

describe('a draft', () => {
  it('fills an empty title and category', () => {
    expect(fieldsFromDraft(emptyValues, facts, contacts)).toEqual(facts);
  });

  it('leaves alone what was typed or chosen', () => {
    const typed = {
      ...emptyValues,
      title: 'Моё',
      category: 'notary' as const,
      trusted_contact_ids: ['p'],
      recipient_email: 'somebody@example.org',
    };
    expect(fieldsFromDraft(typed, { ...facts, addressee: 'Анне' }, contacts)).toEqual({});
    expect(fieldsFromDraft(typed, { ...facts, recipient: 'Mary' }, contacts)).toEqual({});
  });

  it('fills a title of nothing but spaces, and a recipient of nothing but spaces', () => {
    const blank = { ...emptyValues, title: ' ', recipient_name: ' ', recipient_email: ' ' };
    expect(fieldsFromDraft(blank, { title: 'Дача', recipient: 'Mary' }, contacts)).toEqual({
      title: 'Дача',
      recipient_name: 'Mary',
    });
  });

  it('leaves a recipient alone who has only a name so far', () => {
    const named = { ...emptyValues, recipient_name: 'Кто-то' };
    expect(fieldsFromDraft(named, { recipient: 'Mary' }, contacts)).toEqual({});
  });

  it('that is for a trusted contact names no further recipient', () => {
    const ticked = { trusted_contact_ids: ['a'] };
    expect(fieldsFromDraft(emptyValues, { recipient: 'Анна Орлова' }, contacts)).toEqual(ticked);
    expect(fieldsFromDraft(emptyValues, { addressee: 'Анне' }, contacts)).toEqual(ticked);
  });

  it('finds a name whatever stands around it, and with е for ё', () => {
    const fyodor = { id: 'f', name: 'Фёдор — брат' };
    for (const addressee of ['«Федору»', ' Фёдор, ', 'Федор']) {
      expect(fieldsFromDraft(emptyValues, { addressee }, [fyodor])).toEqual({
        trusted_contact_ids: ['f'],
      });
    }
  });

  it('tells short names by every letter, and longer ones by more than their beginning', () => {
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
  ])('for «%s» ticks the trusted contact of that name', (addressee, id) => {
    expect(fieldsFromDraft(emptyValues, { addressee }, contacts)).toEqual({
      trusted_contact_ids: [id],
    });
  });

  it('ticks a contact whose name is declined at its end', () => {
    const liisa = { id: 'l', name: 'Liisa Virtanen' };
    expect(fieldsFromDraft(emptyValues, { addressee: 'Liisalle' }, [liisa])).toEqual({
      trusted_contact_ids: ['l'],
    });
  });

  it('ticks nobody where two have the name, or only a similar one', () => {
    const two = [anna, { id: 'b', name: 'Анна Петрова' }];
    expect(fieldsFromDraft(emptyValues, { addressee: 'Анне' }, two)).toEqual({});
    expect(
      fieldsFromDraft(emptyValues, { addressee: 'Anna' }, [{ id: 'k', name: 'Annika' }]),
    ).toEqual({});
    expect(fieldsFromDraft(emptyValues, { addressee: 'Марии Орловой' }, contacts)).toEqual({});
  });

  it('names the further recipient where no contact has the name and it can be written as it is', () => {
    expect(fieldsFromDraft(emptyValues, { recipient: 'Mary Orlova' }, contacts)).toEqual({
      recipient_name: 'Mary Orlova',
    });
    expect(fieldsFromDraft(emptyValues, { addressee: 'Марии' }, contacts)).toEqual({});
  });
});

const open = { status: 'outbox', queued_at: null } as const;
const sent = { status: 'sent', queued_at: '2026-11-15T12:00:00.000Z' } as const;
const read = <Data>(data: Data) => ({ status: 'success', fetchStatus: 'idle', data }) as const;
const reading = { status: 'pending', fetchStatus: 'fetching', data: undefined } as const;
const readAgain = { ...read(sent), fetchStatus: 'fetching' } as const;
const failed = { status: 'error', fetchStatus: 'idle', data: undefined } as const;
const triedAgain = { ...failed, fetchStatus: 'fetching' } as const;
const contactsQuery = read({});

test('a form is awaited while its instruction or its people are being read', () => {
  expect(isFormOpening(undefined, undefined)).toBe(true);
  expect(isFormOpening(reading, contactsQuery)).toBe(true);
  expect(isFormOpening(readAgain, contactsQuery)).toBe(true);
  expect(isFormOpening(triedAgain, contactsQuery)).toBe(true);
  expect(isFormOpening(read(open), reading)).toBe(true);
});

test('no form is awaited where none will open', () => {
  expect(isFormOpening(failed, contactsQuery)).toBe(false);
  expect(isFormOpening(read(open), failed)).toBe(false);
  expect(isFormOpening(read(sent), contactsQuery)).toBe(false);
});

const place = { lineTop: 0, boxTop: 200, maxScrollTop: 900, windowHeight: 800 };
/** Where the line is seen, from the top of the window. */
function seenAt(given: typeof place): number {
  const { fieldTop, pageBy } = scrollPositionFor(given);
  return given.boxTop - pageBy + given.lineTop - fieldTop;
}

test('a text is shown from its beginning, and a page that shows it already stays', () => {
  expect(scrollPositionFor(place)).toEqual({ fieldTop: 0, pageBy: 0 });
});

test.each([
  { ...place, boxTop: 1500 },
  { ...place, boxTop: -2000 },
  { ...place, boxTop: 780 },
  { ...place, boxTop: 700, lineTop: 880 },
  { ...place, boxTop: -2000, lineTop: 5000, maxScrollTop: 0 },
  { ...place, lineTop: 1300 },
])('the line comes to stand in the upper part of the window: %j', (given) => {
  expect(seenAt(given)).toBeGreaterThanOrEqual(given.windowHeight * 0.1);
  expect(seenAt(given)).toBeLessThanOrEqual(given.windowHeight * 0.4);
});

test('a field is not scrolled further than it can be', () => {
  expect(scrollPositionFor({ ...place, lineTop: 1300 }).fieldTop).toBe(900);
  expect(scrollPositionFor({ ...place, lineTop: 300, maxScrollTop: -1 }).fieldTop).toBe(0);
});
