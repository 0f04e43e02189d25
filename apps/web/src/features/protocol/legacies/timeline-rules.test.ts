import type { LegacyView } from '@zavet/contract/protocol/legacy-schemas';
import type { ActivationStatus } from '@zavet/contract/protocol/protocol-values';
import { expect, test } from 'vitest';
import {
  activationFixture,
  agreementFixture,
  legacyFixture,
} from '../../../../test/legacy-fixture.ts';
import { timelineOf } from './timeline-rules.ts';

/**
 * Returns steps like `named! confirmed. activated`: `!` is done, `.` is current, no mark is to do.
 */
function drawTimeline(overrides: Partial<LegacyView>): string {
  const signs = { done: '!', current: '.', todo: '' };
  return timelineOf(legacyFixture(overrides))
    .map(({ name, state }) => `${name}${signs[state]}`)
    .join(' ');
}

test('the current step of an idle protocol is the confirmation', () => {
  expect(drawTimeline({})).toBe('named! confirmed. activated delivered');
});

test('steps required by the owner are shown from the start', () => {
  expect(drawTimeline({ waiting_hours: 72 })).toBe('named! confirmed. activated waiting delivered');
  expect(drawTimeline({ needs_agreement: true, waiting_hours: 72 })).toBe(
    'named! confirmed. agreed activated waiting delivered',
  );
  expect(drawTimeline({ needs_agreement: true, is_vetoed: true })).toBe(
    'named! confirmed. agreed activated delivered',
  );
});

test('during a payment by any contact, the current step is the activation', () => {
  expect(drawTimeline({ activation: activationFixture() })).toBe(
    'named! confirmed! activated. delivered',
  );
  expect(drawTimeline({ is_paid_by_other: true })).toBe('named! confirmed! activated. delivered');
  expect(drawTimeline({ is_paid_by_other: true, needs_agreement: true })).toBe(
    'named! confirmed! agreed! activated. delivered',
  );
});

test('a requested agreement is the current step until it is no longer needed', () => {
  const agreement = agreementFixture();
  const asked = activationFixture({ status: 'agreement_pending', agreement });
  const overrides = { activation: asked, needs_agreement: true, waiting_hours: 24 };
  expect(drawTimeline(overrides)).toBe('asked! agreed. activated waiting delivered');
  const alone = { ...asked, agreement: agreementFixture({ may_continue_alone: true }) };
  expect(drawTimeline({ ...overrides, activation: alone })).toBe(
    'asked! agreed! activated. waiting delivered',
  );
  expect(drawTimeline({ ...overrides, needs_agreement: false })).toBe(
    'asked! agreed! activated. waiting delivered',
  );
});

test('an agreement leads to the payment and stays visible until the release', () => {
  const agreement = agreementFixture({ is_agreed: true });
  const timelineIn = (status: ActivationStatus) =>
    drawTimeline({ activation: activationFixture({ status, agreement }), waiting_hours: 24 });
  expect(timelineIn('agreed')).toBe('asked! agreed! activated. waiting delivered');
  expect(timelineIn('payment_pending')).toBe('asked! agreed! activated. waiting delivered');
  expect(timelineIn('waiting')).toBe('asked! agreed! activated! waiting. delivered');
});

test('the answer is the current step of a contact who is asked to agree', () => {
  const agreement = agreementFixture({ is_mine_to_answer: true });
  const activation = activationFixture({ status: 'agreement_pending', is_mine: false, agreement });
  expect(drawTimeline({ activation, needs_agreement: true })).toBe(
    'asked! agreed. activated delivered',
  );
  const answered = activationFixture({
    status: 'agreed',
    is_mine: false,
    agreement: agreementFixture({ is_agreed: true }),
  });
  expect(drawTimeline({ activation: answered, needs_agreement: true })).toBe(
    'asked! agreed! activated. delivered',
  );
});

test('a waiting start shows its waiting period, also after the owner removed it from the rules', () => {
  const activation = activationFixture({ status: 'waiting', is_mine: false });
  expect(drawTimeline({ activation, waiting_hours: 0, needs_agreement: true })).toBe(
    'named! confirmed! activated! waiting. delivered',
  );
});

test('the last step is done only when everything is delivered', () => {
  const timelineIn = (status: ActivationStatus) =>
    drawTimeline({
      activation: activationFixture({ status }),
      waiting_hours: 72,
      needs_agreement: true,
    });
  expect(timelineIn('delivered')).toBe('named! confirmed! activated! delivered!');
  expect(timelineIn('delivering')).toBe('named! confirmed! activated! delivered.');
  expect(timelineIn('partially_delivered')).toBe('named! confirmed! activated! delivered.');
  expect(drawTimeline({ protocol_activated_at: '2026-11-15T10:00:00.000Z' })).toBe(
    'named! confirmed! activated! delivered.',
  );
});

test('with a review before every start the request and its decision are shown from the start', () => {
  const request = { reason: 'review', is_needed: true, not_before: null } as const;
  expect(drawTimeline({ request, waiting_hours: 24, needs_agreement: true })).toBe(
    'confirmed. requested reviewed agreed activated waiting delivered',
  );
  const pin = { ...request, reason: 'pin', is_needed: false } as const;
  expect(drawTimeline({ request: pin })).toBe('named! confirmed. activated delivered');
});

test('the decision is the current step of a request; after an approval, the step that follows it', () => {
  const timelineIn = (status: ActivationStatus, overrides: Partial<LegacyView> = {}) =>
    drawTimeline({ activation: activationFixture({ status }), ...overrides });
  expect(timelineIn('requested')).toBe('requested! reviewed. activated delivered');
  expect(timelineIn('rejected')).toBe('requested! reviewed. activated delivered');
  expect(timelineIn('approved', { waiting_hours: 24 })).toBe(
    'requested! reviewed! activated. waiting delivered',
  );
  expect(timelineIn('approved', { needs_agreement: true })).toBe(
    'requested! reviewed! agreed. activated delivered',
  );
});
