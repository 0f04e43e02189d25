import { expect, it } from 'vitest';
import { addresseeIn } from './addressee-rules.ts';

it.each([
  ['Письмо дочери Анне', 'Анне'],
  ['Хочу написать сестре Марии Орловой о даче', 'Марии Орловой'],
  ['A letter to my sister Mary Orlova about the house', 'Mary Orlova'],
  ['une lettre pour ma fille, Anne-Marie', 'Anne-Marie'],
  ['ett brev till min bror Erik', 'Erik'],
  ['kirje siskolleni Liisalle', 'Liisalle'],
  ['uma carta para minha irmã Maria', 'Maria'],
])('whom «%s» is for, is heard', (message, name) => {
  expect(addresseeIn(message, 'relative')).toBe(name);
});

it.each([
  'Письмо родным в Москву',
  'Нотариусу',
  'A letter to my friends in London',
  'Дочери',
  'письмо родным',
])('«%s» names nobody', (message) => {
  expect(addresseeIn(message, 'relative')).toBeUndefined();
});

it('a parish or an office is no person', () => {
  expect(addresseeIn('Письмо в приход Святого Николая', 'church')).toBeUndefined();
});
