import type { LegacyView } from '@zavet/contract/protocol/protocol-schemas';
import {
  type ActivationStatus,
  activationStatuses,
} from '@zavet/contract/protocol/protocol-values';
import { expect, test } from 'vitest';
import {
  activationFixture,
  agreementFixture,
  legacyFixture,
} from '../../../../test/legacy-fixture.ts';
import { mayGoOnAlone, waitingHoursAlone, waitingHoursNow, wayToPay } from './agreement-rules.ts';

const aloneFrom = Date.parse('2026-11-29T10:00:00.000Z');
const before = aloneFrom - 1;
const needing = legacyFixture({ needs_agreement: true, waiting_hours: 24 });

function asked(status: ActivationStatus, is_agreed = false, is_mine = true): LegacyView {
  const agreement = agreementFixture({ is_agreed });
  return { ...needing, activation: activationFixture({ status, is_mine, agreement }) };
}

test('nobody is asked where the owner wants no second one, or there is none any more', () => {
  expect(wayToPay(legacyFixture(), before)).toBe('pay');
  expect(wayToPay({ ...asked('agreement_pending'), needs_agreement: false }, before)).toBe('pay');
});

test('the others are asked once, and the answer is awaited', () => {
  expect(wayToPay(needing, before)).toBe('ask');
  expect(wayToPay(asked('agreement_pending'), before)).toBe('wait');
});

test('an agreement, or the time to go on alone, leads to the payment', () => {
  expect(wayToPay(asked('agreed', true), before)).toBe('pay');
  expect(wayToPay(asked('payment_pending'), before)).toBe('pay');
  expect(wayToPay(asked('agreement_pending'), aloneFrom)).toBe('pay');
});

test('an agreement stays good after a payment that came to nothing, and after nothing else', () => {
  const paying = activationStatuses.filter(
    (status) => wayToPay(asked(status, true), before) === 'pay',
  );
  expect(paying).toEqual(['agreement_pending', 'agreed', 'payment_pending', 'payment_canceled']);
  expect(wayToPay(asked('payment_canceled'), before)).toBe('ask');
  expect(wayToPay(asked('payment_canceled'), aloneFrom)).toBe('pay');
});

test('what another contact asked for counts for that contact alone', () => {
  expect(wayToPay(asked('agreed', true, false), before)).toBe('ask');
  expect(mayGoOnAlone(asked('agreement_pending', false, false), aloneFrom)).toBe(false);
});

test('letters wait longer for somebody who goes on alone, and for nobody else', () => {
  expect(waitingHoursNow(needing, before)).toBe(24);
  expect(waitingHoursNow(asked('agreed', true), aloneFrom)).toBe(24);
  expect(waitingHoursNow(asked('agreement_pending'), before)).toBe(24);
  expect(waitingHoursNow(asked('agreement_pending'), aloneFrom)).toBe(168);
  expect(waitingHoursNow(asked('payment_pending'), before)).toBe(168);
  expect(
    waitingHoursNow({ ...asked('agreement_pending'), needs_agreement: false }, aloneFrom),
  ).toBe(24);
  expect(waitingHoursAlone({ ...needing, waiting_hours: 336 })).toBe(672);
});
