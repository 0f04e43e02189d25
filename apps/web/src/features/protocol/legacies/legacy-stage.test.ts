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
  expectedToday,
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

/** Another contact asks the caller. */
function askedLegacy(is_mine_to_answer: boolean): LegacyView {
  const agreement = agreementFixture({ is_mine_to_answer });
  const status = 'agreement_pending';
  return legacyFixture({ activation: activationFixture({ status, is_mine: false, agreement }) });
}

test('a protocol can be started where nothing runs, also after a try that came to nothing', () => {
  expect(stageOf(legacyFixture())).toBe('ready');
  const open = activationStatuses.filter((status) => stageOf(legacyIn(status, true)) === 'ready');
  expect(open).toEqual(['payment_canceled', 'vetoed', 'past', 'refunded']);
});

test('an own request is told before a stop that it is about, and the answer of the owner as a stop', () => {
  const own = (status: ActivationStatus, change: Partial<LegacyView> = {}) =>
    stageOf({ ...legacyIn(status, true), ...change });
  for (const status of ['requested', 'approved', 'rejected'] as const) {
    expect(own(status)).toBe(status);
    expect(own(status, { is_stopped: true })).toBe(status);
    expect(stageOf(legacyIn(status, false))).toBe('ready');
  }
  const answered = legacyFixture({
    activation: activationFixture({ status: 'rejected', rejection: 'owner_answered' }),
  });
  expect(stageOf({ ...answered, is_stopped: true })).toBe('stopped');
  expect(failedAttemptOf({ ...answered, is_stopped: true })).toBeUndefined();
  expect(stageOf(answered)).toBe('ready');
  expect(failedAttemptOf(answered)).toBe('ownerAnswered');
  expect(failedAttemptOf(legacyIn('rejected', true))).toBeUndefined();
  expect(refetchIntervalMs([legacyIn('requested', true)], minutesLater(60))).toBe(60_000);
});

test('an own payment goes on, and beside the payment of another one can be begun', () => {
  expect(stageOf(legacyIn('payment_pending', true))).toBe('paidByMe');
  const is_paid_by_other = true;
  expect(stageOf({ ...legacyIn('payment_pending', true), is_paid_by_other })).toBe('paidByMe');
  expect(stageOf(legacyFixture({ is_paid_by_other }))).toBe('paidByOther');
  expect(stageOf({ ...legacyIn('delivered', false), is_paid_by_other })).toBe('active');
});

test('a start that was paid for waits for everybody, no matter who is asked or stopped meanwhile', () => {
  expect(stageOf(legacyIn('waiting', true))).toBe('waiting');
  expect(stageOf(legacyIn('waiting', false))).toBe('waiting');
  expect(stageOf({ ...legacyIn('waiting', false), is_stopped: true })).toBe('waiting');
});

test('a contact who asked the others goes on from there', () => {
  expect(stageOf(legacyIn('agreement_pending', true))).toBe('asked');
  expect(stageOf(legacyIn('agreed', true))).toBe('agreed');
});

test('a contact who is asked answers first, and can start after that', () => {
  expect(stageOf(askedLegacy(true))).toBe('askedMe');
  expect(stageOf(askedLegacy(false))).toBe('ready');
  expect(stageOf({ ...askedLegacy(false), is_paid_by_other: true })).toBe('paidByOther');
  expect(stageOf(legacyIn('agreed', false))).toBe('answered');
});

test('a contact whose start was stopped starts nothing and is asked nothing', () => {
  expect(stageOf(legacyFixture({ is_stopped: true }))).toBe('stopped');
  expect(stageOf({ ...legacyIn('vetoed', true), is_stopped: true })).toBe('stopped');
  expect(stageOf({ ...askedLegacy(true), is_stopped: true })).toBe('stopped');
  expect(stageOf({ ...legacyIn('delivered', false), is_stopped: true })).toBe('active');
});

test('an active protocol cannot be started by anybody', () => {
  const statuses = ['activated', 'delivering', 'delivered', 'partially_delivered'] as const;
  for (const isMine of [true, false]) {
    expect(statuses.map((status) => stageOf(legacyIn(status, isMine)))).toEqual(
      Array(4).fill('active'),
    );
  }
  expect(stageOf(legacyFixture({ protocol_activated_at: startedAt }))).toBe('active');
});

test('only an own try that came to nothing is told, and what the owner stopped', () => {
  const ended = (status: ActivationStatus, end: ActivationEnd) =>
    failedAttemptOf(legacyIn(status, true, 0, end));
  expect(ended('payment_canceled', 'canceled')).toBe('canceled');
  expect(ended('payment_canceled', 'lapsed')).toBe('lapsed');
  expect(ended('payment_canceled', 'left_open')).toBe('leftOpen');
  expect(ended('payment_canceled', 'given_up')).toBe('givenUp');
  expect(ended('refunded', 'another_was_faster')).toBe('refunded');
  expect(ended('refunded', 'given_up')).toBe('refundedGivenUp');
  expect(ended('refunded', 'nothing_to_deliver')).toBe('refundedNothing');
  expect(ended('vetoed', 'vetoed')).toBe('stopped');
  expect(failedAttemptOf({ ...legacyIn('vetoed', true), is_stopped: true })).toBeUndefined();
  expect(failedAttemptOf(legacyIn('vetoed', false))).toBe('stoppedOther');
  expect(failedAttemptOf(legacyIn('payment_canceled', false))).toBeUndefined();
  expect(failedAttemptOf(legacyIn('delivered', true))).toBeUndefined();
});

test('a person is called by the name, or by the address where there is none', () => {
  expect(nameOf(legacyFixture({ full_name: 'Сергей Белов' }))).toBe('Сергей Белов');
  expect(nameOf(legacyFixture({ full_name: null, user_email: 's@example.org' }))).toBe(
    's@example.org',
  );
});

test('the list is read again often at first, seldom later, and not at all at rest', () => {
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

test('the list is read again while somebody is asked, and often when letters are about to leave', () => {
  const waiting = (release_at: string | null) =>
    legacyFixture({ activation: activationFixture({ status: 'waiting', release_at }) });
  expect(refetchIntervalMs([askedLegacy(true)], minutesLater(60))).toBe(60_000);
  expect(refetchIntervalMs([waiting(startedAt)], minutesLater(-60))).toBe(60_000);
  expect(refetchIntervalMs([waiting(startedAt)], minutesLater(-1))).toBe(5_000);
  expect(refetchIntervalMs([waiting(startedAt)], minutesLater(1))).toBe(5_000);
  expect(refetchIntervalMs([waiting(startedAt)], minutesLater(60))).toBe(60_000);
  expect(refetchIntervalMs([waiting(null)], minutesLater(1))).toBe(60_000);
});

const during = (change: Parameters<typeof activationFixture>[0]) =>
  legacyFixture({ activation: activationFixture(change) });

describe('what is expected today of somebody who is trusted', () => {
  it('is nothing, as long as nothing has happened', () => {
    expect(expectedToday(legacyFixture())).toBe('nothing');
    expect(expectedToday(legacyFixture(), true)).toBe('lapsing');
    expect(isUrgent('nothing')).toBe(false);
  });

  it('is the answer to the yearly question', () => {
    const asked = legacyFixture({ still_here_asked_at: '2026-11-01T10:00:00.000Z' });
    expect(expectedToday(asked)).toBe('stillHere');
  });

  it('is the answer to another contact who wants to start it', () => {
    const agreement = agreementFixture({ is_mine_to_answer: true });
    const asked = during({ status: 'agreement_pending', is_mine: false, agreement });
    expect(expectedToday(asked)).toBe('answer');
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
  ] as const)('follows an own start that is %s: %s', (status, expected) => {
    expect(expectedToday(during({ status }))).toBe(expected);
  });

  it.each(['agreement_pending', 'agreed', 'payment_pending', 'waiting'] as const)(
    'is to know by when a doubt is decided while a start is %s',
    (status) => {
      const doubt = { decided_by: '2026-11-20T10:00:00.000Z', is_mine: false };
      for (const is_mine of [true, false]) {
        expect(expectedToday(during({ status, is_mine, doubt }))).toBe('held');
      }
      expect(isUrgent('held')).toBe(true);
    },
  );

  it('is to wait while another contact pays, and to know of a stop', () => {
    expect(expectedToday(legacyFixture({ is_paid_by_other: true }))).toBe('paidByOther');
    expect(expectedToday(legacyFixture({ is_stopped: true }))).toBe('stopped');
    const vetoed = { status: 'vetoed', end_reason: 'vetoed', is_mine: false } as const;
    expect(expectedToday(during(vetoed))).toBe('stoppedOther');
  });
});
