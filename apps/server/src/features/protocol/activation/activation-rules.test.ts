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
  endOfCancellation,
  hasTakenPart,
  isConfirmedContact,
  mailsEvent,
  mayActivate,
  nextActivationStatus,
  type PaymentCircumstances,
  pendingPaymentsSince,
  reasonToRefund,
  refundReasonOf,
} from './activation-rules.ts';

/** Everything that is allowed; whatever is not here changes nothing. */
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
    payment_begun: 'payment_pending',
    left_open: 'payment_canceled',
    given_up: 'payment_canceled',
    overtaken: 'payment_canceled',
    vetoed: 'vetoed',
  },
  rejected: {},
  agreement_pending: {
    seconded: 'agreed',
    doubt_dismissed: 'agreed',
    doubt_upheld: 'payment_canceled',
    gone_on_alone: 'agreed',
    left_open: 'payment_canceled',
    given_up: 'payment_canceled',
    overtaken: 'payment_canceled',
    vetoed: 'vetoed',
  },
  agreed: {
    payment_begun: 'payment_pending',
    doubt_upheld: 'payment_canceled',
    left_open: 'payment_canceled',
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
    called_off: 'refunded',
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

const begun = fc.constantFrom<ActivationStatus>(
  'requested',
  'agreement_pending',
  'payment_pending',
);

const happenings = fc.array(fc.constantFrom(...activationEvents), { maxLength: 30 });

describe('an activation', () => {
  it.each(activationStatuses)('that is %s moves only as the table says', (status) => {
    for (const event of activationEvents) {
      expect(nextActivationStatus(status, event)).toBe(table[status][event]);
    }
  });

  it('takes effect at most once, and stays in effect until the owner arms it again', () => {
    fc.assert(
      fc.property(begun, happenings, (from, events) => {
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

  it('never takes effect after the owner stopped it, or after it was given back', () => {
    fc.assert(
      fc.property(begun, happenings, (from, events) => {
        const statuses = lifeOf(from, events).map(({ status }) => status);
        const over = statuses.findIndex((status) => status === 'vetoed' || status === 'refunded');
        if (over >= 0) expect(statuses.length).toBe(over + 1);
      }),
    );
  });

  it('is delivered when nothing waits, nothing was given up and nobody was left out', () => {
    const all = { waiting: 0, unreachable: 0, withheld: 0 };
    expect(mailsEvent({ ...all, waiting: 1, unreachable: 3 })).toBe('mails_under_way');
    expect(mailsEvent({ ...all, unreachable: 1 })).toBe('mails_given_up');
    expect(mailsEvent({ ...all, withheld: 1 })).toBe('mails_given_up');
    expect(mailsEvent(all)).toBe('mails_accepted');
  });
});

describe('somebody who wants to activate', () => {
  const standing = {
    contact_status: 'confirmed' as const,
    bound_user_id: 'anna',
    initiator_id: 'anna',
    is_stopped: false,
  };

  it('may when the confirmed contact is bound to their account', () => {
    expect(mayActivate(standing)).toBe(true);
  });

  it.each(contactStatuses.filter((status) => status !== 'confirmed'))(
    'may not as a contact who is %s',
    (contact_status) => {
      expect(mayActivate({ ...standing, contact_status })).toBe(false);
    },
  );

  it('may not when the contact is somebody else, or not bound to anybody', () => {
    expect(mayActivate({ ...standing, initiator_id: 'boris' })).toBe(false);
    expect(mayActivate({ ...standing, bound_user_id: null })).toBe(false);
    expect(mayActivate({ ...standing, bound_user_id: null, initiator_id: null })).toBe(false);
    expect(mayActivate(undefined)).toBe(false);
  });

  it('may not after the owner stopped a start of theirs, though they stay a contact', () => {
    expect(mayActivate({ ...standing, is_stopped: true })).toBe(false);
    expect(isConfirmedContact({ ...standing, is_stopped: true })).toBe(true);
  });
});

describe('somebody who took part in an activation', () => {
  const standing = {
    contact_status: 'activated' as const,
    bound_user_id: 'anna',
    initiator_id: 'anna',
    is_stopped: false,
  };

  it('may know of it with the account of the contact, and nobody else may', () => {
    expect(hasTakenPart(standing)).toBe(true);
    expect(hasTakenPart({ ...standing, contact_status: 'confirmed' })).toBe(false);
    expect(hasTakenPart({ ...standing, initiator_id: 'boris' })).toBe(false);
    expect(hasTakenPart({ ...standing, bound_user_id: null })).toBe(false);
    expect(hasTakenPart(undefined)).toBe(false);
  });
});

describe('a payment that succeeds', () => {
  const standing = {
    contact_status: 'confirmed' as const,
    bound_user_id: 'anna',
    initiator_id: 'anna',
    is_stopped: false,
  };
  const found = { standing, isActive: false, hasSomethingToDeliver: true };
  const pending = { status: 'payment_pending', end_reason: null } as const;

  it('takes effect where nothing stands against it', () => {
    expect(reasonToRefund(pending, found)).toBeUndefined();
  });

  it('comes too late for a reason, and the payer is told that one', () => {
    const activated = { ...standing, contact_status: 'activated' as const };
    const why = (change: Partial<PaymentCircumstances>) =>
      reasonToRefund(pending, { ...found, ...change });
    expect(why({ isActive: true, standing: activated })).toBe('another_was_faster');
    expect(why({ isActive: true })).toBe('another_was_faster');
    expect(why({ isActive: true, standing: undefined })).toBe('contact_removed');
    expect(why({ standing: undefined })).toBe('contact_removed');
    expect(why({ hasSomethingToDeliver: false })).toBe('nothing_to_deliver');
  });

  it('after its try was ended goes back for the reason of that end', () => {
    const ended = { status: 'payment_canceled', end_reason: 'given_up' } as const;
    expect(reasonToRefund(ended, found)).toBe('given_up');
    expect(reasonToRefund({ ...ended, end_reason: null }, found)).toBe('given_up');
    expect(reasonToRefund({ ...ended, end_reason: 'another_was_faster' }, found)).toBe(
      'another_was_faster',
    );
  });

  it('after the owner stopped its try goes back for that reason, no matter who else was faster', () => {
    const vetoed = { status: 'vetoed', end_reason: 'vetoed' } as const;
    expect(reasonToRefund(vetoed, { ...found, isActive: true })).toBe('vetoed');
    expect(refundReasonOf('vetoed')).toBe('vetoed');
  });

  it('is given back for reasons only: who never paid is owed nothing', () => {
    expect(refundReasonOf('contact_removed')).toBe('contact_removed');
    expect(refundReasonOf('canceled')).toBeNull();
    expect(refundReasonOf('lapsed')).toBeNull();
    expect(refundReasonOf(null)).toBeNull();
  });
});

describe('a payment that does not succeed', () => {
  it('was cancelled by somebody, or simply ran out', () => {
    expect(endOfCancellation(null)).toBe('canceled');
    expect(endOfCancellation('insufficient_funds')).toBe('canceled');
    const unpaid = ['expired_on_confirmation', 'expired_on_capture', 'never_created', 'vanished'];
    for (const reason of unpaid) expect(endOfCancellation(reason)).toBe('lapsed');
  });

  it('counts as being paid for two hours after its beginning, and no longer', () => {
    const now = new Date('2026-11-15T12:00:00.000Z');
    expect(pendingPaymentsSince(now).toISOString()).toBe('2026-11-15T10:00:00.000Z');
  });
});

/** Every status that an activation goes through, with the event that led there. */
function lifeOf(from: ActivationStatus, events: readonly ActivationEvent[]) {
  const life: { status: ActivationStatus; event?: ActivationEvent }[] = [{ status: from }];
  for (const event of events) {
    const next = nextActivationStatus(life.at(-1)?.status ?? from, event);
    if (next) life.push({ status: next, event });
  }
  return life;
}
