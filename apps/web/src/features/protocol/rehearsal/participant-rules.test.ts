import type { RehearsalParticipant } from '@zavet/contract/protocol/rehearsal-endpoints';
import { expect, it } from 'vitest';
import {
  answerTimeMs,
  pinStatusOf,
  statusOf,
  toneOfPin,
  toneOfStatus,
} from './participant-rules.ts';

const participant = (overrides: Partial<RehearsalParticipant> = {}): RehearsalParticipant => ({
  ...{ id: 'p', kind: 'contact', contact_id: 'c', name: 'Пётр', email: 'petr@example.org' },
  ...{ is_address_changed: false, state: 'asked', pin: 'not_asked' },
  ...{ accepted_at: null, answered_at: null },
  ...overrides,
});
const accepted_at = '2026-11-17T10:00:00.000Z';

it('distinguishes a mail in transit from one that waits for an answer', () => {
  expect(statusOf(participant())).toBe('onItsWay');
  expect(statusOf(participant({ accepted_at }))).toBe('asked');
});

it('distinguishes a checked address of a recipient from an accepted mail', () => {
  const recipient = participant({ kind: 'recipient', contact_id: null });
  expect(statusOf(recipient)).toBe('checking');
  expect(statusOf({ ...recipient, state: 'checked' })).toBe('checked');
  expect(statusOf({ ...recipient, state: 'checked', accepted_at })).toBe('mailed');
  expect(statusOf({ ...recipient, state: 'failed', accepted_at })).toBe('failed');
});

it('marks as good only the outcomes that would also succeed in a release', () => {
  expect((['answered', 'checked', 'mailed'] as const).map(toneOfStatus)).toEqual(
    Array(3).fill('good'),
  );
  expect((['refused', 'no_answer', 'failed'] as const).map(toneOfStatus)).toEqual(
    Array(3).fill('bad'),
  );
  expect((['onItsWay', 'asked', 'checking', 'unknown'] as const).map(toneOfStatus)).toEqual(
    Array(4).fill('open'),
  );
  expect(toneOfPin('right')).toBe('good');
  expect(toneOfPin('asked')).toBe('open');
  expect((['wrong', 'not_known', 'notGiven'] as const).map(toneOfPin)).toEqual(
    Array(3).fill('bad'),
  );
});

it('has no PIN status unless asked, and reports a missing PIN only after the end', () => {
  expect(pinStatusOf(participant(), true)).toBeUndefined();
  expect(pinStatusOf(participant({ pin: 'asked' }), true)).toBe('asked');
  expect(pinStatusOf(participant({ pin: 'asked' }), false)).toBe('notGiven');
  expect(pinStatusOf(participant({ pin: 'wrong' }), false)).toBe('wrong');
});

it('reports an answer time of at least a minute', () => {
  expect(answerTimeMs(accepted_at, accepted_at)).toBe(60_000);
  expect(answerTimeMs(accepted_at, '2026-11-17T12:05:00.000Z')).toBe(125 * 60_000);
});
