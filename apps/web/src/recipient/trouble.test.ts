import { deliveryEndpoints } from '@zavet/contract/protocol/delivery-endpoints';
import { expect, test } from 'vitest';
import { isTransient, troubleOf } from './trouble.ts';

test('a retry is offered only if it can help', () => {
  const codes = [
    ...deliveryEndpoints.openDeliveryLink.errors,
    ...deliveryEndpoints.getDelivery.errors,
    'too_many_requests',
    'internal_error',
    'database_unavailable',
    undefined,
  ];
  const answered = codes.map((code) => [code, troubleOf(code), isTransient(troubleOf(code))]);
  expect(answered).toEqual([
    ['link_invalid', 'link_invalid', false],
    ['link_expired', 'link_expired', false],
    ['link_closed', 'link_closed', false],
    ['letter_recalled', 'letter_recalled', false],
    ['delivery_session_missing', 'session_ended', false],
    ['letter_recalled', 'letter_recalled', false],
    ['content_unreadable', 'unreadable', false],
    ['too_many_requests', 'too_many_requests', true],
    ['internal_error', 'unexpected', true],
    ['database_unavailable', 'unexpected', true],
    [undefined, 'unexpected', true],
  ]);
});
