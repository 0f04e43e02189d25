import { activationStatuses, requestTerms } from '@zavet/contract/protocol/protocol-values';
import { expect, test } from 'vitest';
import {
  decisionDueAt,
  findHold,
  holdsBack,
  isDoubtable,
  releaseAfterDoubt,
} from './doubt-rules.ts';

const hour = 60 * 60 * 1000;
const at = new Date('2026-11-20T10:00:00Z');
const after = (hours: number) => new Date(at.getTime() + hours * hour);

test('a start can be doubted from the request for agreement until its release', () => {
  expect(activationStatuses.filter(isDoubtable)).toEqual([
    'agreement_pending',
    'agreed',
    'payment_pending',
    'waiting',
  ]);
});

test('a doubt holds back the starts of all other contacts, even after its contact is removed', () => {
  const doubt = { contact_id: 'a', doubted_at: at };
  expect([holdsBack(doubt, 'a'), holdsBack(doubt, 'b'), holdsBack(doubt, null)]).toEqual([
    false,
    true,
    true,
  ]);
  const orphaned = { contact_id: null, doubted_at: at };
  expect([holdsBack(orphaned, 'a'), holdsBack(orphaned, null)]).toEqual([true, true]);
});

test('operators decide within the deadline of a request, counted from the first doubt', () => {
  const doubts = [after(5), at].map((doubted_at) => ({ contact_id: 'a', doubted_at }));
  const within = requestTerms.answerWithin / hour;
  expect(decisionDueAt(doubts, after(-10))).toEqual(after(within));
  expect(decisionDueAt(doubts, after(100))).toEqual(after(100 + within));
  expect(decisionDueAt([], at)).toBeNull();
});

test('the owner has a full day after a dismissal, and after a withdrawal past the release date', () => {
  expect(releaseAfterDoubt(after(10), 'dismissed', at)).toEqual(after(24));
  expect(releaseAfterDoubt(after(30), 'dismissed', at)).toEqual(after(30));
  expect(releaseAfterDoubt(after(10), 'withdrawn', at)).toEqual(after(10));
  expect(releaseAfterDoubt(after(-10), 'withdrawn', at)).toEqual(after(24));
});

test('a start is held by the doubts of others, and only while it can be doubted', () => {
  const start = (status: 'waiting' | 'delivered') => ({
    status,
    trusted_contact_id: 'a',
    created_at: after(-10),
  });
  const own = { contact_id: 'a', doubted_at: at };
  const other = { contact_id: 'b', doubted_at: after(1) };
  expect(findHold(start('waiting'), [own, other])).toEqual({
    doubts: [other],
    decided_by: after(1 + requestTerms.answerWithin / hour),
  });
  expect(findHold(start('waiting'), [own])).toBeUndefined();
  expect(findHold(start('delivered'), [other])).toBeUndefined();
});

test('a withdrawal at the minute of the release gives the owner a full day', () => {
  expect(releaseAfterDoubt(at, 'withdrawn', at)).toEqual(after(24));
});
