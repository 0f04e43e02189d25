import { describe, expect, it } from 'vitest';
import { emptyValues } from '../form/instruction-values.ts';
import { filledFrom } from './fill-rules.ts';

const anna = { id: 'a', name: 'Анна Орлова' };
const pavel = { id: 'p', name: 'Павел Иванов' };
const contacts = [anna, pavel];
const facts = { title: 'Письмо родным', category: 'relative' as const };

describe('a draft', () => {
  it('fills an empty title and category', () => {
    expect(filledFrom(emptyValues, facts, contacts)).toEqual(facts);
  });

  it('leaves alone what was typed or chosen', () => {
    const typed = {
      ...emptyValues,
      title: 'Моё',
      category: 'notary' as const,
      trusted_contact_ids: ['p'],
      recipient_email: 'somebody@example.org',
    };
    expect(filledFrom(typed, { ...facts, addressee: 'Анне' }, contacts)).toEqual({});
    expect(filledFrom(typed, { ...facts, recipient: 'Mary' }, contacts)).toEqual({});
  });

  it('fills a title of nothing but spaces, and a recipient of nothing but spaces', () => {
    const blank = { ...emptyValues, title: ' ', recipient_name: ' ', recipient_email: ' ' };
    expect(filledFrom(blank, { title: 'Дача', recipient: 'Mary' }, contacts)).toEqual({
      title: 'Дача',
      recipient_name: 'Mary',
    });
  });

  it('leaves a recipient alone who has only a name so far', () => {
    const named = { ...emptyValues, recipient_name: 'Кто-то' };
    expect(filledFrom(named, { recipient: 'Mary' }, contacts)).toEqual({});
  });

  it('that is for a trusted contact names no further recipient', () => {
    const ticked = { trusted_contact_ids: ['a'] };
    expect(filledFrom(emptyValues, { recipient: 'Анна Орлова' }, contacts)).toEqual(ticked);
    expect(filledFrom(emptyValues, { addressee: 'Анне' }, contacts)).toEqual(ticked);
  });

  it('finds a name whatever stands around it, and with е for ё', () => {
    const fyodor = { id: 'f', name: 'Фёдор — брат' };
    for (const addressee of ['«Федору»', ' Фёдор, ', 'Федор']) {
      expect(filledFrom(emptyValues, { addressee }, [fyodor])).toEqual({
        trusted_contact_ids: ['f'],
      });
    }
  });

  it('tells short names by every letter, and longer ones by more than their beginning', () => {
    const of = (addressee: string, name: string) =>
      filledFrom(emptyValues, { addressee }, [{ id: 'x', name }]).trusted_contact_ids;
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
    expect(filledFrom(emptyValues, { addressee }, contacts)).toEqual({ trusted_contact_ids: [id] });
  });

  it('ticks a contact whose name is declined at its end', () => {
    const liisa = { id: 'l', name: 'Liisa Virtanen' };
    expect(filledFrom(emptyValues, { addressee: 'Liisalle' }, [liisa])).toEqual({
      trusted_contact_ids: ['l'],
    });
  });

  it('ticks nobody where two have the name, or only a similar one', () => {
    const two = [anna, { id: 'b', name: 'Анна Петрова' }];
    expect(filledFrom(emptyValues, { addressee: 'Анне' }, two)).toEqual({});
    expect(filledFrom(emptyValues, { addressee: 'Anna' }, [{ id: 'k', name: 'Annika' }])).toEqual(
      {},
    );
    expect(filledFrom(emptyValues, { addressee: 'Марии Орловой' }, contacts)).toEqual({});
  });

  it('names the further recipient where no contact has the name and it can be written as it is', () => {
    expect(filledFrom(emptyValues, { recipient: 'Mary Orlova' }, contacts)).toEqual({
      recipient_name: 'Mary Orlova',
    });
    expect(filledFrom(emptyValues, { addressee: 'Марии' }, contacts)).toEqual({});
  });
});
