import { expect, test } from 'vitest';
import { documentFixture } from '../../../../../test/request-fixture.ts';
import { availableBases, decisionOf } from './review-rules.ts';

const nothing = { kind: '', basis: '', reason: '', note: '' };
const certificate = (step: 'propose' | 'confirm' | 'another_operator' | 'later') => ({
  step,
  proposed_at: null,
  from: null,
});
const review = { certificate: certificate('propose'), documents: [documentFixture()] };

test('an approval has a basis, a rejection a reason, and neither is guessed', () => {
  expect(decisionOf(nothing, review)).toBeUndefined();
  expect(decisionOf({ ...nothing, kind: 'approve', reason: 'not_proven' }, review)).toBeUndefined();
  expect(decisionOf({ ...nothing, kind: 'reject', basis: 'other' }, review)).toBeUndefined();
  const answered = { ...nothing, kind: 'reject', reason: 'owner_answered' };
  expect(decisionOf(answered, review)).toBeUndefined();
  const chosen = { basis: 'incapacity', reason: 'wrong_person', note: ' Спасибо. ' };
  expect(decisionOf({ ...chosen, kind: 'approve' }, review)).toEqual({
    kind: 'approve',
    basis: 'incapacity',
    note: 'Спасибо.',
  });
  expect(decisionOf({ ...chosen, kind: 'reject' }, review)).toEqual({
    kind: 'reject',
    reason: 'wrong_person',
    note: 'Спасибо.',
  });
});

test('a death certificate takes the step that is open, with the documents on the screen', () => {
  const chosen = { ...nothing, kind: 'approve', basis: 'death_certificate' };
  const document_ids = [documentFixture().id];
  const decided = (step: Parameters<typeof certificate>[0]) =>
    decisionOf(chosen, { ...review, certificate: certificate(step) });
  expect(decided('propose')).toEqual({ kind: 'propose', document_ids, note: '' });
  expect(decided('confirm')).toEqual({ kind: 'certify', document_ids, note: '' });
  expect(decided('another_operator')).toBeUndefined();
  expect(decided('later')).toBeUndefined();
  expect(decisionOf(chosen, { ...review, documents: [] })).toBeUndefined();
  expect(availableBases({ ...review, documents: [] })).not.toContain('death_certificate');
});
