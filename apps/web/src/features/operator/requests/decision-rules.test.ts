import { expect, test } from 'vitest';
import { decisionOf } from './decision-rules.ts';

const nothing = { kind: '', basis: '', reason: '', note: '' };

test('an approval rests on something, a rejection has a reason, and neither is guessed', () => {
  expect(decisionOf(nothing)).toBeUndefined();
  expect(decisionOf({ ...nothing, kind: 'approve', reason: 'not_proven' })).toBeUndefined();
  expect(decisionOf({ ...nothing, kind: 'reject', basis: 'other' })).toBeUndefined();
  expect(decisionOf({ ...nothing, kind: 'reject', reason: 'owner_answered' })).toBeUndefined();
  const chosen = { basis: 'incapacity', reason: 'wrong_person', note: ' Спасибо. ' };
  expect(decisionOf({ ...chosen, kind: 'approve' })).toEqual({
    kind: 'approve',
    basis: 'incapacity',
    note: 'Спасибо.',
  });
  expect(decisionOf({ ...chosen, kind: 'reject' })).toEqual({
    kind: 'reject',
    reason: 'wrong_person',
    note: 'Спасибо.',
  });
});
