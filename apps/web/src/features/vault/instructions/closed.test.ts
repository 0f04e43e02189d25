import { expect, test } from 'vitest';
import { deliveryStageOf, isProtocolActive } from './closed.ts';

const queuedAt = '2026-11-15T10:00:00.000Z';

test('an instruction is open until an activation takes it, and sent at the end', () => {
  expect(deliveryStageOf({ status: 'outbox', queued_at: null })).toBe('open');
  expect(deliveryStageOf({ status: 'outbox', queued_at: queuedAt })).toBe('queued');
  expect(deliveryStageOf({ status: 'sent', queued_at: queuedAt })).toBe('sent');
});

test('a protocol runs from the moment a contact has taken part in it', () => {
  expect(isProtocolActive([{ status: 'confirmed' }, { status: 'pending' }])).toBe(false);
  expect(isProtocolActive([{ status: 'pending' }, { status: 'activated' }])).toBe(true);
});
