import { waitingChoices } from '@zavet/contract/protocol/release-rules';
import { expect, it, test } from 'vitest';
import { confirmationStageOf, dayPartOf, firstStepsOf, shownDaysOf } from './dashboard-rules.ts';

type FirstStepsInput = Parameters<typeof firstStepsOf>[0];

const newcomer: FirstStepsInput = {
  first_name: null,
  last_name: null,
  trusted_contacts: { total: 0, confirmed: 0, pending: 0, uninvited: 0, limit: 3 },
  instructions: { total: 0 },
};
const named = { first_name: 'Анна', last_name: 'Лаврова' };
const contacts = (total: number, confirmed: number, pending: number, uninvited = 0) => ({
  trusted_contacts: { total, confirmed, pending, uninvited, limit: 3 },
});
const doneStepsOf = (owner: FirstStepsInput) =>
  firstStepsOf(owner)
    .steps.filter(({ isDone }) => isDone)
    .map(({ name }) => name);

test('a new owner has four steps and starts with the profile', () => {
  expect(doneStepsOf(newcomer)).toEqual([]);
  expect(firstStepsOf(newcomer).steps).toHaveLength(4);
  expect(firstStepsOf(newcomer).next).toBe('profile');
});

test('a first name alone does not complete the profile', () => {
  expect(doneStepsOf({ ...newcomer, first_name: 'Анна' })).toEqual([]);
});

test('the contact follows the profile', () => {
  expect(firstStepsOf({ ...newcomer, ...named }).next).toBe('contact');
});

test('the first instruction is next while an invitation is unanswered', () => {
  const owner = { ...newcomer, ...named, ...contacts(1, 0, 1) };
  expect(doneStepsOf(owner)).toEqual(['profile', 'contact']);
  expect(firstStepsOf(owner).next).toBe('instruction');
  expect(confirmationStageOf(owner)).toBe('waiting');
});

test('an unsent invitation comes before the first instruction', () => {
  const owner = { ...newcomer, ...named, ...contacts(2, 0, 0, 1) };
  expect(confirmationStageOf(owner)).toBe('uninvited');
  expect(firstStepsOf(owner).next).toBe('confirmation');
});

test('declined invitations come before the first instruction', () => {
  const owner = { ...newcomer, ...named, ...contacts(1, 0, 0) };
  expect(confirmationStageOf(owner)).toBe('declined');
  expect(firstStepsOf(owner).next).toBe('confirmation');
});

test('the confirmation is the next step when all others are done', () => {
  const owner = { ...named, ...contacts(1, 0, 1), instructions: { total: 1 } };
  expect(firstStepsOf(owner).next).toBe('confirmation');
});

test('no step is next when all four are done', () => {
  const owner = { ...named, ...contacts(2, 1, 1), instructions: { total: 1 } };
  expect(doneStepsOf(owner)).toHaveLength(4);
  expect(firstStepsOf(owner).next).toBeUndefined();
});

test('chooses the greeting by the hour, also around midnight', () => {
  const hours = [0, 4, 5, 11, 12, 17, 18, 22, 23];
  expect(hours.map(dayPartOf)).toEqual([
    'night',
    'night',
    'morning',
    'morning',
    'day',
    'day',
    'evening',
    'evening',
    'night',
  ]);
});

it('shows each day of a short waiting period and the middle of a long one', () => {
  expect(waitingChoices.map((hours) => shownDaysOf(hours).join())).toEqual([
    '0',
    '0,1',
    '0,1,2,3',
    '0,4,7',
    '0,7,14',
    '0,15,30',
  ]);
});
