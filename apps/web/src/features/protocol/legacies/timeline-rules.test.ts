import type { LegacyView } from '@zavet/contract/protocol/legacy-schemas';
import type { ActivationStatus } from '@zavet/contract/protocol/protocol-values';
import { expect, test } from 'vitest';
import {
  activationFixture,
  agreementFixture,
  legacyFixture,
} from '../../../../test/legacy-fixture.ts';
import { timelineOf } from './timeline-rules.ts';

/** `named! confirmed. activated`: done, current, still to come. */
function drawn(change: Partial<LegacyView>): string {
  const marks = { done: '!', current: '.', todo: '' };
  return timelineOf(legacyFixture(change))
    .map(({ name, state }) => `${name}${marks[state]}`)
    .join(' ');
}

test('somebody who was named and has agreed waits for the day', () => {
  expect(drawn({})).toBe('named! confirmed. activated delivered');
});

test('what the owner decided lies ahead from the beginning', () => {
  expect(drawn({ waiting_hours: 72 })).toBe('named! confirmed. activated waiting delivered');
  expect(drawn({ needs_agreement: true, waiting_hours: 72 })).toBe(
    'named! confirmed. agreed activated waiting delivered',
  );
  expect(drawn({ needs_agreement: true, is_stopped: true })).toBe(
    'named! confirmed. agreed activated delivered',
  );
});

test('a payment on its way is the step to the activation, no matter who pays', () => {
  expect(drawn({ activation: activationFixture() })).toBe('named! confirmed! activated. delivered');
  expect(drawn({ is_paid_by_other: true })).toBe('named! confirmed! activated. delivered');
  expect(drawn({ is_paid_by_other: true, needs_agreement: true })).toBe(
    'named! confirmed! agreed! activated. delivered',
  );
});

test('a contact who asked the others stands at their agreement, until it is not needed any more', () => {
  const agreement = agreementFixture();
  const asked = activationFixture({ status: 'agreement_pending', agreement });
  const change = { activation: asked, needs_agreement: true, waiting_hours: 24 };
  expect(drawn(change)).toBe('asked! agreed. activated waiting delivered');
  const alone = { ...asked, agreement: agreementFixture({ may_go_on_alone: true }) };
  expect(drawn({ ...change, activation: alone })).toBe(
    'asked! agreed! activated. waiting delivered',
  );
  expect(drawn({ ...change, needs_agreement: false })).toBe(
    'asked! agreed! activated. waiting delivered',
  );
});

test('an agreement leads to the payment, and stays in sight while it is paid and waits', () => {
  const agreement = agreementFixture({ is_agreed: true });
  const after = (status: ActivationStatus) =>
    drawn({ activation: activationFixture({ status, agreement }), waiting_hours: 24 });
  expect(after('agreed')).toBe('asked! agreed! activated. waiting delivered');
  expect(after('payment_pending')).toBe('asked! agreed! activated. waiting delivered');
  expect(after('waiting')).toBe('asked! agreed! activated! waiting. delivered');
});

test('a contact who is asked stands at their own answer', () => {
  const agreement = agreementFixture({ is_mine_to_answer: true });
  const activation = activationFixture({ status: 'agreement_pending', is_mine: false, agreement });
  expect(drawn({ activation, needs_agreement: true })).toBe('asked! agreed. activated delivered');
  const answered = activationFixture({
    status: 'agreed',
    is_mine: false,
    agreement: agreementFixture({ is_agreed: true }),
  });
  expect(drawn({ activation: answered, needs_agreement: true })).toBe(
    'asked! agreed! activated. delivered',
  );
});

test('a start that waits shows it, also when the owner has given up waiting since', () => {
  const activation = activationFixture({ status: 'waiting', is_mine: false });
  expect(drawn({ activation, waiting_hours: 0, needs_agreement: true })).toBe(
    'named! confirmed! activated! waiting. delivered',
  );
});

test('the last step is done when everything is delivered, and not sooner', () => {
  const after = (status: ActivationStatus) =>
    drawn({ activation: activationFixture({ status }), waiting_hours: 72, needs_agreement: true });
  expect(after('delivered')).toBe('named! confirmed! activated! delivered!');
  expect(after('delivering')).toBe('named! confirmed! activated! delivered.');
  expect(after('partially_delivered')).toBe('named! confirmed! activated! delivered.');
  expect(drawn({ protocol_activated_at: '2026-11-15T10:00:00.000Z' })).toBe(
    'named! confirmed! activated! delivered.',
  );
});

test('where operators look first, the request and their decision lie ahead from the beginning', () => {
  const request = { reason: 'review', is_needed: true, not_before: null } as const;
  expect(drawn({ request, waiting_hours: 24, needs_agreement: true })).toBe(
    'confirmed. requested reviewed agreed activated waiting delivered',
  );
  const pin = { ...request, reason: 'pin', is_needed: false } as const;
  expect(drawn({ request: pin })).toBe('named! confirmed. activated delivered');
});

test('a request stands at the decision, and after an approval at what comes next', () => {
  const after = (status: ActivationStatus, change: Partial<LegacyView> = {}) =>
    drawn({ activation: activationFixture({ status }), ...change });
  expect(after('requested')).toBe('requested! reviewed. activated delivered');
  expect(after('rejected')).toBe('requested! reviewed. activated delivered');
  expect(after('approved', { waiting_hours: 24 })).toBe(
    'requested! reviewed! activated. waiting delivered',
  );
  expect(after('approved', { needs_agreement: true })).toBe(
    'requested! reviewed! agreed. activated delivered',
  );
});
