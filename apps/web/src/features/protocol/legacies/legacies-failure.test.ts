import { ApiError } from '@zavet/contract/client';
import { expect, test } from 'vitest';
import { legaciesFailureOf } from './legacies-failure.ts';

test.each([
  [new ApiError(401, undefined), 'authentication'],
  [new ApiError(403, undefined), 'noAccess'],
  [new ApiError(500, undefined), 'notLoaded'],
  [new TypeError('Failed to fetch'), 'notLoaded'],
] as const)('%s is told as %s', (error, failure) => {
  expect(legaciesFailureOf(error)).toBe(failure);
});
