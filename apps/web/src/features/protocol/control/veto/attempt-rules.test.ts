import { activationStatuses } from '@zavet/contract/protocol/protocol-values';
import { expect, test } from 'vitest';
import {
  type Attempt,
  areOnlyRequests,
  attemptStageOf,
  byUrgency,
  isWaiting,
  timeLeft,
} from './attempt-rules.ts';

const attempt = (facts: Partial<Attempt>): Attempt => ({
  contact_name: 'Мария',
  status: 'waiting',
  started_at: '2026-11-15T10:00:00.000Z',
  release_at: '2026-11-18T10:00:00.000Z',
  is_postponed: false,
  doubt: null,
  ...facts,
});

test('everything that can be stopped says by itself how far it is', () => {
  const own = activationStatuses.filter((status) => attemptStageOf(status) === status);
  expect(own).toEqual([
    'requested',
    'approved',
    'agreement_pending',
    'agreed',
    'payment_pending',
    'waiting',
  ]);
});

test('an owner only answers while nothing but requests is there', () => {
  const requested = { status: 'requested' } as const;
  expect(areOnlyRequests([])).toBe(false);
  expect(areOnlyRequests([requested, requested])).toBe(true);
  expect(areOnlyRequests([requested, { status: 'approved' }])).toBe(false);
});

test('only what is paid for and waits is told on a page of its own', () => {
  expect(activationStatuses.filter((status) => isWaiting({ status }))).toEqual(['waiting']);
});

test('the time that is left never falls below nothing', () => {
  const atStart = Date.parse('2026-11-15T10:00:00.000Z');
  expect(timeLeft(attempt({}), atStart)).toBe(3 * 24 * 60 * 60 * 1000);
  expect(timeLeft(attempt({}), Date.parse('2027-01-01T00:00:00.000Z'))).toBe(0);
  expect(timeLeft(attempt({ release_at: null }), atStart)).toBeUndefined();
});

test('what leaves first stands first, and what does not wait yet after it', () => {
  const paying = attempt({ contact_name: 'платит', release_at: null });
  const older = attempt({
    contact_name: 'раньше',
    release_at: null,
    started_at: '2026-11-01T10:00:00.000Z',
  });
  const waiting = attempt({ contact_name: 'ждёт' });
  const names = byUrgency([paying, waiting, older]).map(({ contact_name }) => contact_name);
  expect(names).toEqual(['ждёт', 'раньше', 'платит']);
});
