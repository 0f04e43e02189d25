import { expect, test } from 'vitest';
import { readAgainAfterMs } from './mailbox-rules.ts';

const working = { state: 'working', trouble: null, auto_sync_enabled: true } as const;

test('nothing is asked again where no mailbox is connected, or nothing changes by itself', () => {
  expect(readAgainAfterMs(undefined, false)).toBe(false);
  expect(readAgainAfterMs(null, true)).toBe(false);
  expect(readAgainAfterMs({ ...working, auto_sync_enabled: false }, false)).toBe(false);
  expect(readAgainAfterMs({ ...working, state: 'stopped', trouble: 'login_refused' }, false)).toBe(
    false,
  );
});

test('the first sync is followed closely, unless its server does not answer', () => {
  expect(readAgainAfterMs({ ...working, state: 'first_sync' }, false)).toBe(2000);
  expect(readAgainAfterMs({ ...working, state: 'first_sync', trouble: 'unreachable' }, false)).toBe(
    30_000,
  );
});

test('a mailbox that refreshes itself is looked at once a minute, and closely after a press', () => {
  expect(readAgainAfterMs(working, false)).toBe(60_000);
  expect(readAgainAfterMs({ ...working, auto_sync_enabled: false }, true)).toBe(2000);
});
