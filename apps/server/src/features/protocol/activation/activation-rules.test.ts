import { contactStatuses } from '@zavet/contract/people/contact-rules';
import {
  type ActivationStatus,
  activationStatuses,
  isActive,
} from '@zavet/contract/protocol/protocol-values';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type ActivationEvent,
  activationEvents,
  deliveryEventOf,
  endReasonOfCancellation,
  hasTakenPart,
  isConfirmedContact,
  mayActivate,
  nextActivationStatus,
  type PaymentCircumstances,
  pendingPaymentsSince,
  reasonToRefund,
  refundReasonOf,
} from './activation-rules.ts';

const table: Record<ActivationStatus, Partial<Record<ActivationEvent, ActivationStatus>>> = {
  requested: {
    approved: 'approved',
    rejected: 'rejected',
    vetoed: 'rejected',
    given_up: 'payment_canceled',
    overtaken: 'payment_canceled',
  },
  approved: {
    agreement_asked: 'agreement_pending',
    payment_started: 'payment_pending',
    stale: 'payment_canceled',
    given_up: 'payment_canceled',
    overtaken: 'payment_canceled',
    vetoed: 'vetoed',
  },
  rejected: {},
  agreement_pending: {
    seconded: 'agreed',
    doubt_dismissed: 'agreed',
    doubt_upheld: 'payment_canceled',
    continued_alone: 'agreed',
    stale: 'payment_canceled',
    given_up: 'payment_canceled',
    overtaken: 'payment_canceled',
    vetoed: 'vetoed',
  },
  agreed: {
    payment_started: 'payment_pending',
    doubt_upheld: 'payment_canceled',
    stale: 'payment_canceled',
    given_up: 'payment_canceled',
    overtaken: 'payment_canceled',
    vetoed: 'vetoed',
  },
  payment_pending: {
    paid: 'activated',
    paid_to_wait: 'waiting',
    paid_too_late: 'refunded',
    payment_canceled: 'payment_canceled',
    doubt_upheld: 'payment_canceled',
    given_up: 'payment_canceled',
    overtaken: 'payment_canceled',
    vetoed: 'vetoed',
  },
  payment_canceled: { paid: 'refunded', paid_to_wait: 'refunded', paid_too_late: 'refunded' },
  waiting: {
    waited: 'activated',
    given_up: 'refunded',
    cancelled: 'refunded',
    doubt_upheld: 'refunded',
    vetoed: 'vetoed',
  },
  vetoed: {},
  refunded: {},
  activated: {
    mails_under_way: 'delivering',
    mails_accepted: 'delivered',
    mails_given_up: 'partially_delivered',
    armed_again: 'past',
  },
  delivering: {
    mails_accepted: 'delivered',
    mails_given_up: 'partially_delivered',
    armed_again: 'past',
  },
  delivered: {
    mails_under_way: 'delivering',
    mails_given_up: 'partially_delivered',
    armed_again: 'past',
  },
  partially_delivered: {
    mails_under_way: 'delivering',
    mails_accepted: 'delivered',
    armed_again: 'past',
  },
  past: {},
};

const startStatuses = fc.constantFrom<ActivationStatus>(
  'requested',
  'agreement_pending',
  'payment_pending',
);

const eventSequences = fc.array(fc.constantFrom(...activationEvents), { maxLength: 30 });

describe('an activation', () => {
  it.each(activationStatuses)('in the status %s moves only as the table allows', (status) => {
    for (const event of activationEvents) {
      expect(nextActivationStatus(status, event)).toBe(table[status][event]);
    }
  });

  it('takes effect at most once, until the owner arms again', () => {
    fc.assert(
      fc.property(startStatuses, eventSequences, (from, events) => {
        const life = lifeOf(from, events);
        const releases = life.filter(({ event }) => event === 'paid' || event === 'waited');
        const effective = life.filter(({ status }) => status === 'activated');
        expect(effective.length).toBe(
          releases.filter(({ status }) => status === 'activated').length,
        );
        expect(effective.length).toBeLessThanOrEqual(1);
        const first = life.findIndex(({ status }) => isActive(status));
        if (first < 0) return;
        const after = life.slice(first).map(({ status }) => status);
        const end = after.indexOf('past');
        const inEffect = end < 0 ? after : after.slice(0, end);
        expect(inEffect.every(isActive)).toBe(true);
        expect(after.slice(inEffect.length)).toEqual(end < 0 ? [] : ['past']);
      }),
    );
  });

  it('never takes effect after a veto or a refund', () => {
    fc.assert(
      fc.property(startStatuses, eventSequences, (from, events) => {
        const statuses = lifeOf(from, events).map(({ status }) => status);
        const over = statuses.findIndex((status) => status === 'vetoed' || status === 'refunded');
        if (over >= 0) expect(statuses.length).toBe(over + 1);
      }),
    );
  });

  it('is delivered when no letter is queued, unreachable or withheld', () => {
    const all = { waiting: 0, unreachable: 0, withheld: 0 };
    expect(deliveryEventOf({ ...all, waiting: 1, unreachable: 3 })).toBe('mails_under_way');
    expect(deliveryEventOf({ ...all, unreachable: 1 })).toBe('mails_given_up');
    expect(deliveryEventOf({ ...all, withheld: 1 })).toBe('mails_given_up');
    expect(deliveryEventOf(all)).toBe('mails_accepted');
  });
});

describe('a start', () => {
  const contactState = {
    contact_status: 'confirmed' as const,
    bound_user_id: 'anna',
    initiator_id: 'anna',
    is_vetoed: false,
  };

  it('is allowed to the account bound to a confirmed contact', () => {
    expect(mayActivate(contactState)).toBe(true);
  });

  it.each(contactStatuses.filter((status) => status !== 'confirmed'))(
    'is not allowed to a contact who is %s',
    (contact_status) => {
      expect(mayActivate({ ...contactState, contact_status })).toBe(false);
    },
  );

  it('is not allowed to other accounts, or for an unbound contact', () => {
    expect(mayActivate({ ...contactState, initiator_id: 'boris' })).toBe(false);
    expect(mayActivate({ ...contactState, bound_user_id: null })).toBe(false);
    expect(mayActivate({ ...contactState, bound_user_id: null, initiator_id: null })).toBe(false);
    expect(mayActivate(undefined)).toBe(false);
  });

  it('is not allowed to a blocked contact, who stays a contact', () => {
    expect(mayActivate({ ...contactState, is_vetoed: true })).toBe(false);
    expect(isConfirmedContact({ ...contactState, is_vetoed: true })).toBe(true);
  });
});

describe('a contact of a release', () => {
  const contactState = {
    contact_status: 'activated' as const,
    bound_user_id: 'anna',
    initiator_id: 'anna',
    is_vetoed: false,
  };

  it('is recognized only with the bound account', () => {
    expect(hasTakenPart(contactState)).toBe(true);
    expect(hasTakenPart({ ...contactState, contact_status: 'confirmed' })).toBe(false);
    expect(hasTakenPart({ ...contactState, initiator_id: 'boris' })).toBe(false);
    expect(hasTakenPart({ ...contactState, bound_user_id: null })).toBe(false);
    expect(hasTakenPart(undefined)).toBe(false);
  });
});

describe('a payment that succeeds', () => {
  const contactState = {
    contact_status: 'confirmed' as const,
    bound_user_id: 'anna',
    initiator_id: 'anna',
    is_vetoed: false,
  };
  const found = { contactState, isActive: false, hasSomethingToDeliver: true };
  const pending = { status: 'payment_pending', end_reason: null } as const;

  it('takes effect for an allowed contact with something to deliver', () => {
    expect(reasonToRefund(pending, found)).toBeUndefined();
  });

  it('is refunded with a reason shown to the payer', () => {
    const activated = { ...contactState, contact_status: 'activated' as const };
    const reasonFor = (change: Partial<PaymentCircumstances>) =>
      reasonToRefund(pending, { ...found, ...change });
    expect(reasonFor({ isActive: true, contactState: activated })).toBe('overtaken');
    expect(reasonFor({ isActive: true })).toBe('overtaken');
    expect(reasonFor({ isActive: true, contactState: undefined })).toBe('contact_removed');
    expect(reasonFor({ contactState: undefined })).toBe('contact_removed');
    expect(reasonFor({ hasSomethingToDeliver: false })).toBe('nothing_to_deliver');
  });

  it('is refunded with the end reason of an activation that ended before', () => {
    const ended = { status: 'payment_canceled', end_reason: 'given_up' } as const;
    expect(reasonToRefund(ended, found)).toBe('given_up');
    expect(reasonToRefund({ ...ended, end_reason: null }, found)).toBe('given_up');
    expect(reasonToRefund({ ...ended, end_reason: 'overtaken' }, found)).toBe('overtaken');
  });

  it('is refunded because of a veto, even if another contact was faster', () => {
    const vetoed = { status: 'vetoed', end_reason: 'vetoed' } as const;
    expect(reasonToRefund(vetoed, { ...found, isActive: true })).toBe('vetoed');
    expect(refundReasonOf('vetoed')).toBe('vetoed');
  });

  it('has no refund reason if nothing was paid', () => {
    expect(refundReasonOf('contact_removed')).toBe('contact_removed');
    expect(refundReasonOf('canceled')).toBeNull();
    expect(refundReasonOf('lapsed')).toBeNull();
    expect(refundReasonOf(null)).toBeNull();
  });
});

describe('a payment that does not succeed', () => {
  it('was canceled or lapsed', () => {
    expect(endReasonOfCancellation(null)).toBe('canceled');
    expect(endReasonOfCancellation('insufficient_funds')).toBe('canceled');
    const unpaid = ['expired_on_confirmation', 'expired_on_capture', 'never_created', 'vanished'];
    for (const reason of unpaid) expect(endReasonOfCancellation(reason)).toBe('lapsed');
  });

  it('counts as pending for two hours after its start', () => {
    const now = new Date('2026-11-15T12:00:00.000Z');
    expect(pendingPaymentsSince(now).toISOString()).toBe('2026-11-15T10:00:00.000Z');
  });
});

function lifeOf(from: ActivationStatus, events: readonly ActivationEvent[]) {
  const life: { status: ActivationStatus; event?: ActivationEvent }[] = [{ status: from }];
  for (const event of events) {
    const next = nextActivationStatus(life.at(-1)?.status ?? from, event);
    if (next) life.push({ status: next, event });
  }
  return life;
}
