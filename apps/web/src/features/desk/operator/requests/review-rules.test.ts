import { expect, test } from 'vitest';
import { documentFixture } from '../../../../../test/request-fixture.ts';
import { availableBases, decisionOf, reviewListOf } from './review-rules.ts';

const empty = { kind: '', basis: '', reason: '', note: '', question: '' };
const certificate = (step: 'propose' | 'confirm' | 'another_operator' | 'later') => ({
  step,
  proposed_at: null,
  from: null,
});
const review = { certificate: certificate('propose'), documents: [documentFixture()] };

test('an approval requires a basis and a rejection a reason', () => {
  expect(decisionOf(empty, review)).toBeUndefined();
  expect(decisionOf({ ...empty, kind: 'approve', reason: 'not_proven' }, review)).toBeUndefined();
  expect(decisionOf({ ...empty, kind: 'reject', basis: 'other' }, review)).toBeUndefined();
  const answered = { ...empty, kind: 'reject', reason: 'owner_answered' };
  expect(decisionOf(answered, review)).toBeUndefined();
  const chosen = { ...empty, basis: 'incapacity', reason: 'wrong_person', note: ' Спасибо. ' };
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

test('approval by death certificate performs the open step with the displayed documents', () => {
  const chosen = { ...empty, kind: 'approve', basis: 'death_certificate' };
  const document_ids = [documentFixture().id];
  const decisionAt = (step: Parameters<typeof certificate>[0]) =>
    decisionOf(chosen, { ...review, certificate: certificate(step) });
  expect(decisionAt('propose')).toEqual({ kind: 'propose', document_ids, note: '' });
  expect(decisionAt('confirm')).toEqual({ kind: 'certify', document_ids, note: '' });
  expect(decisionAt('another_operator')).toBeUndefined();
  expect(decisionAt('later')).toBeUndefined();
  expect(decisionOf(chosen, { ...review, documents: [] })).toBeUndefined();
  expect(availableBases({ ...review, documents: [] })).not.toContain('death_certificate');
});

test('asking for a document requires a question, which replaces the note', () => {
  const chosen = { ...empty, kind: 'ask', note: 'Спасибо.' };
  expect(decisionOf({ ...chosen, question: ' ' }, review)).toBeUndefined();
  expect(decisionOf({ ...chosen, question: ' Паспорт. ' }, review)).toEqual({
    kind: 'ask',
    text: 'Паспорт.',
  });
});

test('an unknown list in the URL falls back to the undecided requests', () => {
  expect(reviewListOf('overdue')).toBe('overdue');
  expect(reviewListOf('lost')).toBe('open');
});
