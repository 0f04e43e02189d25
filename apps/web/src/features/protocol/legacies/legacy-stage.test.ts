import type { LegacyView } from '@zavet/contract/protocol/legacy-schemas';
import {
  type ActivationEnd,
  type ActivationStatus,
  activationStatuses,
} from '@zavet/contract/protocol/protocol-values';
import { describe, expect, it, test } from 'vitest';
import {
  activationFixture,
  agreementFixture,
  legacyFixture,
} from '../../../../test/legacy-fixture.ts';
import {
  expectedActionOf,
  failedAttemptOf,
  isUrgent,
  nameOf,
  refetchIntervalMs,
  stageOf,
} from './legacy-stage.ts';

const startedAt = '2026-11-15T10:00:00.000Z';
const minutesLater = (minutes: number) => Date.parse(startedAt) + minutes * 60_000;

function legacyIn(
  status: ActivationStatus,
  isMine: boolean,
  waiting = 0,
  end_reason: ActivationEnd | null = null,
): LegacyView {
  const rest = { unreachable: 0, withheld: 0, closed: 0, opened: 0 };
  return legacyFixture({
    activation: activationFixture({
      status,
      end_reason,
      is_mine: isMine,
      started_at: startedAt,
      activated_at: status.startsWith('payment') ? null : startedAt,
      progress: { total: 5, accepted: 5 - waiting, waiting, ...rest },
    }),
  });
}

/** Another contact has requested an agreement. */
function askedLegacy(is_mine_to_answer: boolean): LegacyView {
  const agreement = agreementFixture({ is_mine_to_answer });
  const status = 'agreement_pending';
  return legacyFixture({ activation: activationFixture({ status, is_mine: false, agreement }) });
}

test('a protocol can be started when no start is in progress, also after a failed attempt', () => {
  expect(stageOf(legacyFixture())).toBe('ready');
  const open = activationStatuses.filter((status) => stageOf(legacyIn(status, true)) === 'ready');
  expect(open).toEqual(['payment_canceled', 'vetoed', 'past', 'refunded']);
});

test("the user's request takes precedence over a veto, and an answer of the owner counts as a veto", () => {
  const ownStageIn = (status: ActivationStatus, overrides: Partial<LegacyView> = {}) =>
    stageOf({ ...legacyIn(status, true), ...overrides });
  for (const status of ['requested', 'approved', 'rejected'] as const) {
    expect(ownStageIn(status)).toBe(status);
    expect(ownStageIn(status, { is_vetoed: true })).toBe(status);
    expect(stageOf(legacyIn(status, false))).toBe('ready');
  }
  const answered = legacyFixture({
    activation: activationFixture({ status: 'rejected', rejection: 'owner_answered' }),
  });
  expect(stageOf({ ...answered, is_vetoed: true })).toBe('vetoed');
  expect(failedAttemptOf({ ...answered, is_vetoed: true })).toBeUndefined();
  expect(stageOf(answered)).toBe('ready');
  expect(failedAttemptOf(answered)).toBe('ownerAnswered');
  expect(failedAttemptOf(legacyIn('rejected', true))).toBeUndefined();
  expect(refetchIntervalMs([legacyIn('requested', true)], minutesLater(60))).toBe(60_000);
});

test("the user's payment can be continued, and a start is possible during another contact's payment", () => {
  expect(stageOf(legacyIn('payment_pending', true))).toBe('paidByMe');
  const is_paid_by_other = true;
  expect(stageOf({ ...legacyIn('payment_pending', true), is_paid_by_other })).toBe('paidByMe');
  expect(stageOf(legacyFixture({ is_paid_by_other }))).toBe('paidByOther');
  expect(stageOf({ ...legacyIn('delivered', false), is_paid_by_other })).toBe('active');
});

test('a paid start is waiting for all contacts, also for one with a vetoed start', () => {
  expect(stageOf(legacyIn('waiting', true))).toBe('waiting');
  expect(stageOf(legacyIn('waiting', false))).toBe('waiting');
  expect(stageOf({ ...legacyIn('waiting', false), is_vetoed: true })).toBe('waiting');
});

test('a contact who requested an agreement continues from there', () => {
  expect(stageOf(legacyIn('agreement_pending', true))).toBe('asked');
  expect(stageOf(legacyIn('agreed', true))).toBe('agreed');
});

test('a contact who is asked to agree answers first and can start afterwards', () => {
  expect(stageOf(askedLegacy(true))).toBe('askedMe');
  expect(stageOf(askedLegacy(false))).toBe('ready');
  expect(stageOf({ ...askedLegacy(false), is_paid_by_other: true })).toBe('paidByOther');
  expect(stageOf(legacyIn('agreed', false))).toBe('answered');
});

test('a contact whose start was vetoed cannot start and is not asked to agree', () => {
  expect(stageOf(legacyFixture({ is_vetoed: true }))).toBe('vetoed');
  expect(stageOf({ ...legacyIn('vetoed', true), is_vetoed: true })).toBe('vetoed');
  expect(stageOf({ ...askedLegacy(true), is_vetoed: true })).toBe('vetoed');
  expect(stageOf({ ...legacyIn('delivered', false), is_vetoed: true })).toBe('active');
});

test('an active protocol cannot be started by any contact', () => {
  const statuses = ['activated', 'delivering', 'delivered', 'partially_delivered'] as const;
  for (const isMine of [true, false]) {
    expect(statuses.map((status) => stageOf(legacyIn(status, isMine)))).toEqual(
      Array(4).fill('active'),
    );
  }
  expect(stageOf(legacyFixture({ protocol_activated_at: startedAt }))).toBe('active');
});

test("only the user's failed attempts, and vetoes of any attempt, are reported", () => {
  const ended = (status: ActivationStatus, end: ActivationEnd) =>
    failedAttemptOf(legacyIn(status, true, 0, end));
  expect(ended('payment_canceled', 'canceled')).toBe('canceled');
  expect(ended('payment_canceled', 'lapsed')).toBe('lapsed');
  expect(ended('payment_canceled', 'stale')).toBe('leftOpen');
  expect(ended('payment_canceled', 'given_up')).toBe('givenUp');
  expect(ended('refunded', 'overtaken')).toBe('refunded');
  expect(ended('refunded', 'given_up')).toBe('refundedGivenUp');
  expect(ended('refunded', 'nothing_to_deliver')).toBe('refundedNothing');
  expect(ended('vetoed', 'vetoed')).toBe('vetoed');
  expect(failedAttemptOf({ ...legacyIn('vetoed', true), is_vetoed: true })).toBeUndefined();
  expect(failedAttemptOf(legacyIn('vetoed', false))).toBe('vetoedOther');
  expect(failedAttemptOf(legacyIn('payment_canceled', false))).toBeUndefined();
  expect(failedAttemptOf(legacyIn('delivered', true))).toBeUndefined();
});

test('an owner without a name is shown by the email address', () => {
  expect(nameOf(legacyFixture({ full_name: 'Сергей Белов' }))).toBe('Сергей Белов');
  expect(nameOf(legacyFixture({ full_name: null, user_email: 's@example.org' }))).toBe(
    's@example.org',
  );
});

test('refetches often at first, rarely later, and not when nothing is in progress', () => {
  const delivering = legacyIn('delivering', true, 1);
  expect(refetchIntervalMs([legacyFixture(), delivering], minutesLater(1))).toBe(5_000);
  expect(refetchIntervalMs([delivering], minutesLater(60))).toBe(60_000);
  expect(refetchIntervalMs([legacyIn('payment_pending', true)], minutesLater(1))).toBe(5_000);
  expect(refetchIntervalMs([legacyFixture({ is_paid_by_other: true })], minutesLater(1))).toBe(
    5_000,
  );
  expect(refetchIntervalMs([legacyIn('delivered', true)], minutesLater(1))).toBe(false);
  expect(refetchIntervalMs([], minutesLater(1))).toBe(false);
});

test('refetches while an answer is pending, and often around the release', () => {
  const waiting = (release_at: string | null) =>
    legacyFixture({ activation: activationFixture({ status: 'waiting', release_at }) });
  expect(refetchIntervalMs([askedLegacy(true)], minutesLater(60))).toBe(60_000);
  expect(refetchIntervalMs([waiting(startedAt)], minutesLater(-60))).toBe(60_000);
  expect(refetchIntervalMs([waiting(startedAt)], minutesLater(-1))).toBe(5_000);
  expect(refetchIntervalMs([waiting(startedAt)], minutesLater(1))).toBe(5_000);
  expect(refetchIntervalMs([waiting(startedAt)], minutesLater(60))).toBe(60_000);
  expect(refetchIntervalMs([waiting(null)], minutesLater(1))).toBe(60_000);
});

const legacyWith = (overrides: Parameters<typeof activationFixture>[0]) =>
  legacyFixture({ activation: activationFixture(overrides) });

describe('the expected action of a contact', () => {
  it('without a start is nothing, or to pay a lapsing plan', () => {
    expect(expectedActionOf(legacyFixture())).toBe('nothing');
    expect(expectedActionOf(legacyFixture(), true)).toBe('lapsing');
    expect(isUrgent('nothing')).toBe(false);
  });

  it('is to reconfirm when asked', () => {
    const asked = legacyFixture({ reconfirmation_asked_at: '2026-11-01T10:00:00.000Z' });
    expect(expectedActionOf(asked)).toBe('reconfirmation');
  });

  it('is to answer another contact who requested an agreement', () => {
    const agreement = agreementFixture({ is_mine_to_answer: true });
    const asked = legacyWith({ status: 'agreement_pending', is_mine: false, agreement });
    expect(expectedActionOf(asked)).toBe('answer');
    expect(isUrgent('answer')).toBe(true);
  });

  it.each([
    ['payment_pending', 'goOn'],
    ['agreed', 'goOn'],
    ['approved', 'goOn'],
    ['agreement_pending', 'asked'],
    ['requested', 'requested'],
    ['rejected', 'rejected'],
    ['waiting', 'waiting'],
    ['delivering', 'active'],
  ] as const)("for the user's start with status %s is %s", (status, expected) => {
    expect(expectedActionOf(legacyWith({ status }))).toBe(expected);
  });

  it.each(['agreement_pending', 'agreed', 'payment_pending', 'waiting'] as const)(
    'is to wait for the decision on a doubt while a start is %s',
    (status) => {
      const doubt = { decided_by: '2026-11-20T10:00:00.000Z', is_mine: false };
      for (const is_mine of [true, false]) {
        expect(expectedActionOf(legacyWith({ status, is_mine, doubt }))).toBe('held');
      }
      expect(isUrgent('held')).toBe(true);
    },
  );

  it('is to wait while another contact pays, and reports a veto', () => {
    expect(expectedActionOf(legacyFixture({ is_paid_by_other: true }))).toBe('paidByOther');
    expect(expectedActionOf(legacyFixture({ is_vetoed: true }))).toBe('vetoed');
    const vetoed = { status: 'vetoed', end_reason: 'vetoed', is_mine: false } as const;
    expect(expectedActionOf(legacyWith(vetoed))).toBe('vetoedOther');
  });
});
