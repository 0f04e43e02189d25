import type { LegacyView } from '@zavet/contract/protocol/legacy-schemas';
import {
  type ActivationStatus,
  activationStatuses,
  requestTerms,
} from '@zavet/contract/protocol/protocol-values';
import { expect, test } from 'vitest';
import {
  activationFixture,
  agreementFixture,
  legacyFixture,
} from '../../../../test/legacy-fixture.ts';
import {
  addPress,
  filingStateOf,
  isReviewed,
  isTooSoon,
  mayContinueAlone,
  mayStartWithoutRequest,
  needsRequest,
  nextStepOf,
  noPresses,
  type Presses,
  pressColors,
  pressesLeft,
  sortDocuments,
  waitingHoursAlone,
  waitingHoursNow,
} from './start-rules.ts';

const withAgreement = legacyFixture({ needs_agreement: true, waiting_hours: 24 });

function asked(status: ActivationStatus, is_agreed = false, is_mine = true): LegacyView {
  const agreement = agreementFixture({ is_agreed });
  return { ...withAgreement, activation: activationFixture({ status, is_mine, agreement }) };
}

/** A requested agreement after its timeout, by the server's clock. */
function unanswered(status: ActivationStatus, is_agreed = false, is_mine = true): LegacyView {
  const agreement = agreementFixture({ is_agreed, may_continue_alone: true });
  return { ...withAgreement, activation: activationFixture({ status, is_mine, agreement }) };
}

test('no agreement is requested when the owner requires none or there is no other contact', () => {
  expect(nextStepOf(legacyFixture())).toBe('pay');
  expect(nextStepOf({ ...asked('agreement_pending'), needs_agreement: false })).toBe('pay');
});

test('an agreement is requested once, then awaited', () => {
  expect(nextStepOf(withAgreement)).toBe('ask');
  expect(nextStepOf(asked('agreement_pending'))).toBe('wait');
});

test('an agreement, or its timeout, leads to the payment', () => {
  expect(nextStepOf(asked('agreed', true))).toBe('pay');
  expect(nextStepOf(asked('payment_pending'))).toBe('pay');
  expect(nextStepOf(unanswered('agreement_pending'))).toBe('pay');
});

test('the timeout of an agreement does not depend on the clock of the browser', () => {
  const agreement = agreementFixture({ alone_from: '2000-01-01T00:00:00.000Z' });
  const activation = activationFixture({ status: 'agreement_pending', agreement });
  expect(nextStepOf({ ...withAgreement, activation })).toBe('wait');
  const later = { ...agreement, alone_from: '2999-01-01T00:00:00.000Z', may_continue_alone: true };
  const open = { ...withAgreement, activation: { ...activation, agreement: later } };
  expect(nextStepOf(open)).toBe('pay');
});

test('a doubt blocks the payment, also after an agreement', () => {
  const doubt = { decided_by: '2026-11-20T10:00:00.000Z', is_mine: false };
  for (const status of ['agreement_pending', 'agreed', 'payment_pending'] as const) {
    const activation = activationFixture({ status, agreement: agreementFixture(), doubt });
    expect(nextStepOf({ ...withAgreement, activation })).toBe('wait');
  }
});

test('an agreement stays valid only after a failed payment', () => {
  const paying = activationStatuses.filter((status) => nextStepOf(asked(status, true)) === 'pay');
  expect(paying).toEqual(['agreement_pending', 'agreed', 'payment_pending', 'payment_canceled']);
  expect(nextStepOf(asked('payment_canceled'))).toBe('ask');
  expect(nextStepOf(unanswered('payment_canceled'))).toBe('pay');
});

test('an agreement counts only for the contact who requested it', () => {
  expect(nextStepOf(asked('agreed', true, false))).toBe('ask');
  expect(mayContinueAlone(unanswered('agreement_pending', false, false))).toBe(false);
});

test('the waiting period is longer only without an agreement', () => {
  expect(waitingHoursNow(withAgreement)).toBe(24);
  expect(waitingHoursNow(unanswered('agreed', true))).toBe(24);
  expect(waitingHoursNow(asked('agreement_pending'))).toBe(24);
  expect(waitingHoursNow(unanswered('agreement_pending'))).toBe(168);
  expect(waitingHoursNow(asked('payment_pending'))).toBe(168);
  expect(waitingHoursNow({ ...unanswered('agreement_pending'), needs_agreement: false })).toBe(24);
  expect(waitingHoursAlone({ ...withAgreement, waiting_hours: 336 })).toBe(672);
});

const now = Date.parse('2026-11-20T10:00:00.000Z');
const needed = { reason: 'review', is_needed: true, not_before: null } as const;
const offered = { reason: 'pin', is_needed: false, not_before: null } as const;
const legacyWith = (status: ActivationStatus, overrides: Partial<LegacyView> = {}) =>
  legacyFixture({ activation: activationFixture({ status }), request: needed, ...overrides });

test('with a review before every start, a request is required unless one is open', () => {
  expect(needsRequest(legacyFixture({ request: needed }))).toBe(true);
  expect(needsRequest(legacyFixture({ request: needed, is_vetoed: true }))).toBe(true);
  expect(needsRequest(legacyFixture({ request: needed, is_paid_by_other: true }))).toBe(true);
  expect(needsRequest(legacyWith('rejected'))).toBe(true);
  expect(needsRequest(legacyFixture({ request: offered }))).toBe(false);
  expect(needsRequest(legacyFixture())).toBe(false);
  for (const status of ['requested', 'approved', 'agreed', 'payment_pending', 'waiting'] as const) {
    expect(needsRequest(legacyWith(status)), status).toBe(false);
  }
});

test('a request needs a reason, has no open predecessor, and waits a day after a rejection', () => {
  expect(filingStateOf(legacyFixture(), now)).toEqual({ kind: 'closed' });
  expect(filingStateOf(legacyFixture({ request: offered }), now)).toEqual({ kind: 'open' });
  expect(filingStateOf(legacyWith('payment_pending', { request: offered }), now)).toEqual({
    kind: 'open',
  });
  for (const status of ['requested', 'approved', 'waiting', 'activated'] as const) {
    expect(filingStateOf(legacyWith(status), now), status).toEqual({ kind: 'closed' });
  }
  const not_before = '2026-11-20T10:00:00.001Z';
  const rejected = legacyWith('rejected', { request: { ...needed, not_before } });
  expect(filingStateOf(rejected, now)).toEqual({ kind: 'later', from: not_before });
  expect(filingStateOf(rejected, now + 1)).toEqual({ kind: 'open' });
});

test('a rejected request does not block a start that needs none', () => {
  expect(mayStartWithoutRequest(legacyWith('rejected', { request: offered }))).toBe(true);
  expect(mayStartWithoutRequest(legacyWith('rejected', { request: null }))).toBe(true);
  expect(
    mayStartWithoutRequest(legacyWith('rejected', { request: offered, is_vetoed: true })),
  ).toBe(false);
  expect(mayStartWithoutRequest(legacyWith('rejected'))).toBe(false);
});

test('documents above the limit are reported; refused files do not count', () => {
  const file = (name: string) => ({ name, size: 10 });
  const files = Array.from({ length: requestTerms.documents + 1 }, (_, n) => file(`${n}.pdf`));
  const fullChoice = sortDocuments(files, []);
  expect(fullChoice.accepted).toHaveLength(requestTerms.documents);
  expect(fullChoice.overLimit).toEqual([file(`${requestTerms.documents}.pdf`)]);
  const overLimitChoice = sortDocuments([file('a.pdf'), file('b.pdf')], files.slice(2));
  expect([overLimitChoice.accepted, overLimitChoice.overLimit]).toEqual([
    [file('a.pdf')],
    [file('b.pdf')],
  ]);
  const sorted = sortDocuments([file('a.exe'), file('a.pdf')], [file('a.pdf')]);
  expect(sorted.accepted).toEqual([]);
  expect(sorted.refused.map(({ problem }) => problem)).toEqual([
    'file_type_unsupported',
    'file_already_attached',
  ]);
});

/** The counter after presses at these times. */
function pressesAt(...times: number[]): Presses {
  return times.reduce(addPress, noPresses);
}

test('three presses with pauses count, a fourth does not', () => {
  const counts = [pressesAt(), pressesAt(0), pressesAt(0, 1000), pressesAt(0, 1000, 2000)].map(
    ({ count }) => count,
  );
  expect(counts).toEqual([0, 1, 2, 3]);
  expect(pressesAt(0, 1000, 2000, 3000).count).toBe(3);
});

test('the label counts down while the color changes from red to dark red', () => {
  expect(
    [pressesAt(), pressesAt(0), pressesAt(0, 1000), pressesAt(0, 1000, 2000)].map(pressesLeft),
  ).toEqual([3, 2, 1, 0]);
  expect(pressColors).toEqual(['red', 'orange', 'yellow', 'darkRed']);
});

test('a double click counts as one press', () => {
  expect(pressesAt(0, 180).count).toBe(1);
  expect(pressesAt(0, 599).count).toBe(1);
  expect(pressesAt(0, 600).count).toBe(2);
});

test('rapid clicks and a held key count as one press for any duration', () => {
  const rapidPresses = Array.from({ length: 50 }, (_, index) => index * 200);
  expect(pressesAt(...rapidPresses).count).toBe(1);
  expect(pressesAt(...rapidPresses, 50 * 200 + 700).count).toBe(2);
});

test('the first press always counts', () => {
  expect(isTooSoon(undefined, 0)).toBe(false);
  expect(pressesAt(3).count).toBe(1);
});

test('a start is reviewed during a request, and before it if operators review every start', () => {
  const review = { is_needed: true, reason: 'review' } as LegacyView['request'];
  expect(isReviewed(legacyFixture())).toBe(false);
  expect(isReviewed(legacyFixture({ request: review }))).toBe(true);
  for (const status of ['requested', 'approved'] as const)
    expect(isReviewed(legacyFixture({ activation: activationFixture({ status }) }))).toBe(true);
});
