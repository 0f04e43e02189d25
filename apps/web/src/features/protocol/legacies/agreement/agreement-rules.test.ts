import type { LegacyView } from '@zavet/contract/protocol/legacy-schemas';
import {
  type ActivationStatus,
  activationStatuses,
} from '@zavet/contract/protocol/protocol-values';
import { expect, test } from 'vitest';
import {
  activationFixture,
  agreementFixture,
  legacyFixture,
} from '../../../../../test/legacy-fixture.ts';
import {
  mayContinueAlone,
  nextStepOf,
  waitingHoursAlone,
  waitingHoursNow,
} from './agreement-rules.ts';

const needing = legacyFixture({ needs_agreement: true, waiting_hours: 24 });

function asked(status: ActivationStatus, is_agreed = false, is_mine = true): LegacyView {
  const agreement = agreementFixture({ is_agreed });
  return { ...needing, activation: activationFixture({ status, is_mine, agreement }) };
}

/** The same when the time is over, as the server says. */
function unanswered(status: ActivationStatus, is_agreed = false, is_mine = true): LegacyView {
  const agreement = agreementFixture({ is_agreed, may_go_on_alone: true });
  return { ...needing, activation: activationFixture({ status, is_mine, agreement }) };
}

test('nobody is asked where the owner wants no second one, or there is none any more', () => {
  expect(nextStepOf(legacyFixture())).toBe('pay');
  expect(nextStepOf({ ...asked('agreement_pending'), needs_agreement: false })).toBe('pay');
});

test('the others are asked once, and the answer is awaited', () => {
  expect(nextStepOf(needing)).toBe('ask');
  expect(nextStepOf(asked('agreement_pending'))).toBe('wait');
});

test('an agreement, or the time to go on alone, leads to the payment', () => {
  expect(nextStepOf(asked('agreed', true))).toBe('pay');
  expect(nextStepOf(asked('payment_pending'))).toBe('pay');
  expect(nextStepOf(unanswered('agreement_pending'))).toBe('pay');
});

test('the clock of the browser decides nothing', () => {
  const agreement = agreementFixture({ alone_from: '2000-01-01T00:00:00.000Z' });
  const activation = activationFixture({ status: 'agreement_pending', agreement });
  expect(nextStepOf({ ...needing, activation })).toBe('wait');
  const later = { ...agreement, alone_from: '2999-01-01T00:00:00.000Z', may_go_on_alone: true };
  const open = { ...needing, activation: { ...activation, agreement: later } };
  expect(nextStepOf(open)).toBe('pay');
});

test('a doubt closes the way to the payment, also after an agreement', () => {
  const doubt = { decided_by: '2026-11-20T10:00:00.000Z', is_mine: false };
  for (const status of ['agreement_pending', 'agreed', 'payment_pending'] as const) {
    const activation = activationFixture({ status, agreement: agreementFixture(), doubt });
    expect(nextStepOf({ ...needing, activation })).toBe('wait');
  }
});

test('an agreement stays good after a payment that came to nothing, and after nothing else', () => {
  const paying = activationStatuses.filter((status) => nextStepOf(asked(status, true)) === 'pay');
  expect(paying).toEqual(['agreement_pending', 'agreed', 'payment_pending', 'payment_canceled']);
  expect(nextStepOf(asked('payment_canceled'))).toBe('ask');
  expect(nextStepOf(unanswered('payment_canceled'))).toBe('pay');
});

test('what another contact asked for counts for that contact alone', () => {
  expect(nextStepOf(asked('agreed', true, false))).toBe('ask');
  expect(mayContinueAlone(unanswered('agreement_pending', false, false))).toBe(false);
});

test('letters wait longer for somebody who goes on alone, and for nobody else', () => {
  expect(waitingHoursNow(needing)).toBe(24);
  expect(waitingHoursNow(unanswered('agreed', true))).toBe(24);
  expect(waitingHoursNow(asked('agreement_pending'))).toBe(24);
  expect(waitingHoursNow(unanswered('agreement_pending'))).toBe(168);
  expect(waitingHoursNow(asked('payment_pending'))).toBe(168);
  expect(waitingHoursNow({ ...unanswered('agreement_pending'), needs_agreement: false })).toBe(24);
  expect(waitingHoursAlone({ ...needing, waiting_hours: 336 })).toBe(672);
});
