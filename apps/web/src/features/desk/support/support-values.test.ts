import { expect, test } from 'vitest';
import {
  attemptFor,
  changedValues,
  emptyValues,
  type SupportValues,
  startingValues,
  valuesAfterSending,
  withTopic,
} from './support-values.ts';

const empty = emptyValues({ full_name: 'Анна', user_email: 'anna@example.ru' });
const ofTopic = withTopic(empty, 'custom_plan', 'Индивидуальный тариф');
const written: SupportValues = {
  ...empty,
  category: 'bug',
  subject: 'Печать',
  message: 'Не печатает.',
};

test('the form begins with the subject that was asked for, unless a message was begun', () => {
  expect(startingValues(empty, undefined, undefined)).toEqual(empty);
  expect(startingValues(empty, ofTopic, { subject: 'Печать' })).toEqual(ofTopic);
  expect(startingValues(empty, undefined, { subject: 'Печать' }).subject).toBe('Печать');
  expect(startingValues(empty, ofTopic, { message: 'Не печатает.' })).toEqual({
    ...empty,
    message: 'Не печатает.',
  });
});

test('what is begun again from its changes is what was typed', () => {
  expect(changedValues(empty, empty)).toBeUndefined();
  expect(startingValues(empty, undefined, changedValues(written, empty))).toEqual(written);
});

test('what is typed while a message is on its way stays, what was sent goes', () => {
  expect(valuesAfterSending(written, written, empty)).toEqual(empty);
  const typedOn = { ...written, message: 'Не печатает. И не сохраняет.' };
  expect(valuesAfterSending(typedOn, written, empty)).toEqual({
    ...empty,
    message: typedOn.message,
  });
});

test('a second try of the same text is the same request, any other text is another', () => {
  let made = 0;
  const newId = () => `id-${++made}`;
  const first = attemptFor(written, undefined, newId);
  expect(attemptFor({ ...written }, first, newId).draft_id).toBe(first.draft_id);
  const changed = attemptFor({ ...written, message: 'Печатает.' }, first, newId);
  expect(changed.draft_id).not.toBe(first.draft_id);
});
