import { contactStatuses } from '@zavet/contract/contacts/contact-values';
import {
  type ActivationStatus,
  activationStatuses,
  isActive,
} from '@zavet/contract/protocol/protocol-values';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type ActivationEvent,
  endOfCancellation,
  type Found,
  hasTakenPart,
  mailsEvent,
  mayActivate,
  nextActivationStatus,
  paidSince,
  reasonNotToTakeEffect,
  refundReasonOf,
} from './activation-rules.ts';

/** Everything that is allowed; whatever is not here changes nothing. */
const table: Record<ActivationStatus, Partial<Record<ActivationEvent, ActivationStatus>>> = {
  requested: { approved: 'approved', rejected: 'rejected' },
  approved: { payment_begun: 'payment_pending' },
  rejected: {},
  payment_pending: {
    paid: 'activated',
    paid_too_late: 'refunded',
    payment_canceled: 'payment_canceled',
    given_up: 'payment_canceled',
    overtaken: 'payment_canceled',
  },
  payment_canceled: { paid: 'refunded', paid_too_late: 'refunded' },
  refunded: {},
  activated: {
    mails_under_way: 'delivering',
    mails_accepted: 'delivered',
    mails_given_up: 'partially_delivered',
  },
  delivering: { mails_accepted: 'delivered', mails_given_up: 'partially_delivered' },
  delivered: { mails_under_way: 'delivering', mails_given_up: 'partially_delivered' },
  partially_delivered: { mails_under_way: 'delivering', mails_accepted: 'delivered' },
};
const events: ActivationEvent[] = [
  'approved',
  'rejected',
  'payment_begun',
  'payment_canceled',
  'given_up',
  'overtaken',
  'paid',
  'paid_too_late',
  'mails_under_way',
  'mails_accepted',
  'mails_given_up',
];

describe('an activation', () => {
  it.each(activationStatuses)('that is %s moves only as the table says', (status) => {
    for (const event of events) {
      expect(nextActivationStatus(status, event)).toBe(table[status][event]);
    }
  });

  it('never stops being active once it is, whatever happens', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...events)), (happening) => {
        let status: ActivationStatus = 'payment_pending';
        let wasActive = false;
        for (const event of happening) {
          status = nextActivationStatus(status, event) ?? status;
          wasActive ||= isActive(status);
          expect(isActive(status)).toBe(wasActive);
        }
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
});

describe('somebody who took part in an activation', () => {
  const standing = {
    contact_status: 'activated' as const,
    bound_user_id: 'anna',
    initiator_id: 'anna',
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
  };
  const found = { standing, isActive: false, hasSomethingToDeliver: true };
  const pending = { status: 'payment_pending', end_reason: null } as const;

  it('takes effect where nothing stands against it', () => {
    expect(reasonNotToTakeEffect(pending, found)).toBeUndefined();
  });

  it('comes too late for a reason, and the payer is told that one', () => {
    const activated = { ...standing, contact_status: 'activated' as const };
    const why = (change: Partial<Found>) => reasonNotToTakeEffect(pending, { ...found, ...change });
    expect(why({ isActive: true, standing: activated })).toBe('another_was_faster');
    expect(why({ isActive: true })).toBe('another_was_faster');
    expect(why({ isActive: true, standing: undefined })).toBe('contact_removed');
    expect(why({ standing: undefined })).toBe('contact_removed');
    expect(why({ hasSomethingToDeliver: false })).toBe('nothing_to_deliver');
  });

  it('after its try was ended goes back for the reason of that end', () => {
    const ended = { status: 'payment_canceled', end_reason: 'given_up' } as const;
    expect(reasonNotToTakeEffect(ended, found)).toBe('given_up');
    expect(reasonNotToTakeEffect({ ...ended, end_reason: null }, found)).toBe('given_up');
    expect(reasonNotToTakeEffect({ ...ended, end_reason: 'another_was_faster' }, found)).toBe(
      'another_was_faster',
    );
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
    expect(paidSince(now).toISOString()).toBe('2026-11-15T10:00:00.000Z');
  });
});
