import { expect, test } from 'vitest';
import {
  differingFields,
  emptyValues,
  type InstructionValues,
  valuesOf,
} from './instruction-values.ts';

const letter: InstructionValues = {
  title: 'Письмо внукам',
  category: 'relative',
  priority: 'medium',
  content: 'Мои дорогие',
  trusted_contact_ids: ['maria', 'oleg'],
  recipient_name: 'Анна',
  recipient_email: 'anna@example.ru',
};

test('names every field that differs, and no other', () => {
  const changed = { ...letter, content: 'Мои дорогие, здравствуйте', priority: 'high' as const };
  expect(differingFields(letter, changed)).toEqual(['priority', 'content']);
  expect(differingFields(letter, { ...letter })).toEqual([]);
  expect(differingFields(emptyValues, letter)).toHaveLength(7);
});

test('sees no difference in the order of people, in blanks around names or in capitals of an address', () => {
  const same = {
    ...letter,
    title: ' Письмо внукам ',
    trusted_contact_ids: ['oleg', 'maria', 'oleg'],
    recipient_email: ' Anna@Example.ru',
  };
  expect(differingFields(letter, same)).toEqual([]);
});

test('sees a blank at the end of a text: it was typed on purpose', () => {
  expect(differingFields(letter, { ...letter, content: 'Мои дорогие ' })).toEqual(['content']);
});

test('a missing recipient is an empty field', () => {
  const stored = { ...letter, recipient_name: null, recipient_email: null };
  expect(valuesOf(stored as unknown as Parameters<typeof valuesOf>[0])).toMatchObject({
    recipient_name: '',
    recipient_email: '',
  });
});
