import { activationStatuses } from '@zavet/contract/protocol/protocol-values';
import { expect, test } from 'vitest';
import {
  type Attempt,
  areAllRequests,
  attemptStageOf,
  isInWaitingPeriod,
  sortByUrgency,
  timeLeftMs,
} from './attempt-rules.ts';

const attempt = (overrides: Partial<Attempt>): Attempt => ({
  contact_name: 'Мария',
  status: 'waiting',
  started_at: '2026-11-15T10:00:00.000Z',
  release_at: '2026-11-18T10:00:00.000Z',
  is_postponed: false,
  doubt: null,
  ...overrides,
});

test('every status that can be vetoed has its own stage', () => {
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

test('attempts are only requests when all have the status requested', () => {
  const requested = { status: 'requested' } as const;
  expect(areAllRequests([])).toBe(false);
  expect(areAllRequests([requested, requested])).toBe(true);
  expect(areAllRequests([requested, { status: 'approved' }])).toBe(false);
});

test('only an attempt in its waiting period is waiting', () => {
  expect(activationStatuses.filter((status) => isInWaitingPeriod({ status }))).toEqual(['waiting']);
});

test('the time left is never negative', () => {
  const atStart = Date.parse('2026-11-15T10:00:00.000Z');
  expect(timeLeftMs(attempt({}), atStart)).toBe(3 * 24 * 60 * 60 * 1000);
  expect(timeLeftMs(attempt({}), Date.parse('2027-01-01T00:00:00.000Z'))).toBe(0);
  expect(timeLeftMs(attempt({ release_at: null }), atStart)).toBeUndefined();
});

test('sorts by release date, attempts without one by their start', () => {
  const paying = attempt({ contact_name: 'платит', release_at: null });
  const older = attempt({
    contact_name: 'раньше',
    release_at: null,
    started_at: '2026-11-01T10:00:00.000Z',
  });
  const waiting = attempt({ contact_name: 'ждёт' });
  const names = sortByUrgency([paying, waiting, older]).map(({ contact_name }) => contact_name);
  expect(names).toEqual(['ждёт', 'раньше', 'платит']);
});
