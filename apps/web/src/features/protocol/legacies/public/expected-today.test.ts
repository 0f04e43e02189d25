import { describe, expect, it } from 'vitest';
import {
  activationFixture,
  agreementFixture,
  legacyFixture,
} from '../../../../../test/legacy-fixture.ts';
import { expectedToday, isUrgent } from './expected-today.ts';

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
