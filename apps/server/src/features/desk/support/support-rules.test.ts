import { supportTierOf, supportTiers } from '@zavet/contract/desk/support-values';
import { limits } from '@zavet/contract/limits';
import { describe, expect, it } from 'vitest';
import { randomCharacters } from '../../../platform/ids.ts';
import {
  answerBy,
  formatReference,
  isThreadFull,
  referenceAlphabet,
  referenceLength,
} from './support-rules.ts';

it('a thread is full for an author at the limit, and not for the other', () => {
  const messages = (author: 'owner' | 'support', count: number) =>
    Array.from({ length: count }, () => ({ author }));
  const max = limits.supportMessagesPerRequest;
  expect(isThreadFull(messages('owner', max - 1), 'owner')).toBe(false);
  expect(isThreadFull(messages('owner', max), 'owner')).toBe(true);
  expect(isThreadFull(messages('support', max), 'owner')).toBe(false);
});

describe('promised answer', () => {
  it.each([
    ['free', '2026-11-18T12:00:00.000Z'],
    ['free_expired', '2026-11-18T12:00:00.000Z'],
    ['storage_300', '2026-11-17T12:00:00.000Z'],
    ['storage_500', '2026-11-17T12:00:00.000Z'],
    ['storage_1024', '2026-11-17T07:00:00.000Z'],
    ['custom', '2026-11-17T07:00:00.000Z'],
  ] as const)('on plan %s is due at %s', (plan, due) => {
    // A Monday, 15:00 in Moscow.
    const writtenAt = new Date('2026-11-16T12:00:00Z');
    expect(answerBy('technical', supportTierOf(plan), writtenAt).toISOString()).toBe(due);
  });

  it.each([
    ['the first working minute', '2026-11-15T06:00:00Z', '2026-11-16T06:00:00.000Z'],
    ['a minute before it', '2026-11-15T05:59:00Z', '2026-11-16T07:00:00.000Z'],
    ['the last working minute', '2026-11-16T15:00:00Z', '2026-11-17T15:00:00.000Z'],
    ['a minute after it', '2026-11-16T15:01:00Z', '2026-11-18T07:00:00.000Z'],
    ['a Friday evening', '2026-11-19T17:00:00Z', '2026-11-23T07:00:00.000Z'],
    ['a Saturday', '2026-11-20T09:00:00Z', '2026-11-23T07:00:00.000Z'],
    ['a Sunday night', '2026-11-21T00:00:00Z', '2026-11-23T07:00:00.000Z'],
    ['Sunday in UTC, Monday in Moscow', '2026-11-21T21:30:00Z', '2026-11-23T07:00:00.000Z'],
  ])('is within working hours if due on %s', (_, from, by) => {
    expect(answerBy('technical', 'priority', new Date(from)).toISOString()).toBe(by);
  });

  it.each([
    ['a Monday', '2026-11-16T12:00:00Z', '2026-11-30T12:00:00.000Z'],
    ['a Friday', '2026-11-20T12:00:00Z', '2026-12-04T12:00:00.000Z'],
    ['a Saturday', '2026-11-21T12:00:00Z', '2026-12-04T12:00:00.000Z'],
    [
      'a Sunday in Moscow that is still Saturday',
      '2026-11-21T22:00:00Z',
      '2026-12-03T22:00:00.000Z',
    ],
    ['a Monday in Moscow that is still Sunday', '2026-11-15T22:00:00Z', '2026-11-29T22:00:00.000Z'],
  ])('to a data request of %s is due in ten working days on every plan', (_, from, by) => {
    for (const tier of supportTiers) {
      expect(answerBy('data_request', tier, new Date(from)).toISOString()).toBe(by);
    }
  });
});

describe('reference', () => {
  it('contains no similar characters', () => {
    for (let tries = 0; tries < 200; tries++) {
      const reference = formatReference(randomCharacters(referenceAlphabet, referenceLength));
      expect(reference).toMatch(/^[A-HJKMNP-Z2-9]{4}-[A-HJKMNP-Z2-9]{4}$/);
    }
  });
});
