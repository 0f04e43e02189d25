import { ApiError } from '@zavet/contract/client';
import type { ErrorBody } from '@zavet/contract/errors';
import { expect, test } from 'vitest';
import {
  activationFailureOf,
  isAboutPin,
  legaciesFailureOf,
  nextStepFrom,
} from './failure-rules.ts';

const answered = (status: number, error: ErrorBody['error']) =>
  new ApiError(status, { error, request_id: 'r1' });

test('a wrong PIN is reported with the remaining tries', () => {
  const error = answered(422, { code: 'wrong_pin', facts: { tries_left: 2 } });
  expect(activationFailureOf(error)).toEqual({ kind: 'wrongPin', triesLeft: 2 });
});

test('a locked PIN is reported with the end of the lock, and not at the field', () => {
  const until = '2026-11-16T10:00:00.000Z';
  const failure = activationFailureOf(answered(409, { code: 'pin_locked', facts: { until } }));
  expect(failure).toEqual({ kind: 'pinLocked', lockedUntil: until });
  expect(isAboutPin(failure)).toBe(false);
});

test('a missing or malformed PIN is shown at its field', () => {
  const missing = activationFailureOf(answered(422, { code: 'pin_required' }));
  const malformed = activationFailureOf(
    answered(422, { code: 'invalid_input', fields: { pin: 'pin_invalid' } }),
  );
  expect([missing, malformed].map(isAboutPin)).toEqual([true, true]);
});

test('other errors are handled like those of any payment', () => {
  const error = answered(409, { code: 'protocol_already_active' });
  expect(activationFailureOf(error)).toEqual({ kind: 'refused', error });
  expect(activationFailureOf(answered(401, { code: 'session_missing' }))).toEqual({
    kind: 'notSignedIn',
  });
  expect(activationFailureOf(new ApiError(502, undefined))).toEqual({ kind: 'http', status: 502 });
});

test('a refusal determines the next step: the agreement or the payment', () => {
  const stepAfter = (code: ErrorBody['error']['code']) =>
    nextStepFrom(activationFailureOf(answered(409, { code })));
  expect(stepAfter('agreement_required')).toBe('ask');
  expect(stepAfter('agreement_not_needed')).toBe('pay');
  expect(stepAfter('protocol_waiting')).toBeUndefined();
  expect(nextStepFrom({ kind: 'pinRequired' })).toBeUndefined();
});

test.each([
  [new ApiError(401, undefined), 'authentication'],
  [new ApiError(403, undefined), 'noAccess'],
  [new ApiError(500, undefined), 'notLoaded'],
  [new TypeError('Failed to fetch'), 'notLoaded'],
] as const)('%s is shown as %s', (error, failure) => {
  expect(legaciesFailureOf(error)).toBe(failure);
});
