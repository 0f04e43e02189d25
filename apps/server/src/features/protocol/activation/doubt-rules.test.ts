import { activationStatuses, requestTerms } from '@zavet/contract/protocol/protocol-values';
import { expect, test } from 'vitest';
import { decisionDueAt, holdsBack, isDoubtable, releaseAfterDoubt } from './doubt-rules.ts';

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

test('a doubt holds back the starts of all others, also when its contact is removed', () => {
  const doubt = { contact_id: 'a', doubted_at: at };
  expect([holdsBack(doubt, 'a'), holdsBack(doubt, 'b'), holdsBack(doubt, null)]).toEqual([
    false,
    true,
    true,
  ]);
  const left = { contact_id: null, doubted_at: at };
  expect([holdsBack(left, 'a'), holdsBack(left, null)]).toEqual([true, true]);
});

test('operators decide within the days of a request, from the first doubt about this start', () => {
  const doubts = [after(5), at].map((doubted_at) => ({ contact_id: 'a', doubted_at }));
  const within = requestTerms.answerWithin / hour;
  expect(decisionDueAt(doubts, after(-10))).toEqual(after(within));
  expect(decisionDueAt(doubts, after(100))).toEqual(after(100 + within));
  expect(decisionDueAt([], at)).toBeNull();
});

test('after a dismissal the owner has a full day, and after a withdrawal where the day has passed', () => {
  expect(releaseAfterDoubt(after(10), 'dismissed', at)).toEqual(after(24));
  expect(releaseAfterDoubt(after(30), 'dismissed', at)).toEqual(after(30));
  expect(releaseAfterDoubt(after(10), 'withdrawn', at)).toEqual(after(10));
  expect(releaseAfterDoubt(after(-10), 'withdrawn', at)).toEqual(after(24));
});
