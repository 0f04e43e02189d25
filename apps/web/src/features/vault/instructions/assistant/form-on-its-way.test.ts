import { expect, test } from 'vitest';
import { isFormOnItsWay } from './form-on-its-way.ts';

const open = { status: 'outbox', queued_at: null } as const;
const sent = { status: 'sent', queued_at: '2026-11-15T12:00:00.000Z' } as const;
const read = <Data>(data: Data) => ({ status: 'success', fetchStatus: 'idle', data }) as const;
const reading = { status: 'pending', fetchStatus: 'fetching', data: undefined } as const;
const readAgain = { ...read(sent), fetchStatus: 'fetching' } as const;
const failed = { status: 'error', fetchStatus: 'idle', data: undefined } as const;
const triedAgain = { ...failed, fetchStatus: 'fetching' } as const;
const contacts = read({});

test('a form is awaited while its instruction or its people are being read', () => {
  expect(isFormOnItsWay(undefined, undefined)).toBe(true);
  expect(isFormOnItsWay(reading, contacts)).toBe(true);
  expect(isFormOnItsWay(readAgain, contacts)).toBe(true);
  expect(isFormOnItsWay(triedAgain, contacts)).toBe(true);
  expect(isFormOnItsWay(read(open), reading)).toBe(true);
});

test('no form is awaited where none will open', () => {
  expect(isFormOnItsWay(failed, contacts)).toBe(false);
  expect(isFormOnItsWay(read(open), failed)).toBe(false);
  expect(isFormOnItsWay(read(sent), contacts)).toBe(false);
});
