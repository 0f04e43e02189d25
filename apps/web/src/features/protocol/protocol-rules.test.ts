import type { OwnDelivery, OwnProtocol } from '@zavet/contract/protocol/protocol-schemas';
import { activationStatuses } from '@zavet/contract/protocol/protocol-values';
import { expect, test } from 'vitest';
import { eventsOf, isMoving, newsOf } from './protocol-rules.ts';

const at = (minute: number) => `2026-11-15T10:0${minute}:00.000Z`;

const protocol = (change: Partial<OwnProtocol>): OwnProtocol => ({
  status: 'delivering',
  started_at: at(0),
  activated_at: at(1),
  activated_by: null,
  progress: { total: 2, accepted: 1, waiting: 1, unreachable: 0 },
  deliveries: [],
  ...change,
});

test('the owner is told of a payment under way and of a running protocol, not of tries that failed', () => {
  const told = activationStatuses.map((status) => [status, newsOf(protocol({ status }))]);
  expect(Object.fromEntries(told.filter(([, news]) => news !== 'none'))).toEqual({
    payment_pending: 'pending',
    activated: 'active',
    delivering: 'active',
    delivered: 'active',
    partially_delivered: 'active',
  });
});

test('only what still moves is read again', () => {
  const atRest = { total: 2, accepted: 1, waiting: 0, unreachable: 1 };
  expect(isMoving(protocol({}))).toBe(true);
  expect(isMoving(protocol({ status: 'payment_pending', progress: atRest }))).toBe(true);
  expect(isMoving(protocol({ status: 'partially_delivered', progress: atRest }))).toBe(false);
  expect(isMoving(null)).toBe(false);
});

test('the story of a delivery is told in the order in which it happened', () => {
  const delivery: OwnDelivery = {
    id: 'd1',
    instruction_id: 'i1',
    recipient_name: 'Мария',
    recipient_email: 'maria@example.org',
    state: 'accepted',
    queued_at: at(0),
    accepted_at: at(4),
    refused_at: at(1),
    opened_at: null,
    downloaded_at: null,
    corrected_at: at(2),
  };
  expect(eventsOf(delivery).map(({ name }) => name)).toEqual([
    'queued_at',
    'refused_at',
    'corrected_at',
    'accepted_at',
  ]);
});
