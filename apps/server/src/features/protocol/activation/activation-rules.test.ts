import { contactStatuses } from '@zavet/contract/people/contact-rules';
import { describe, expect, it } from 'vitest';
import {
  endOfCancellation,
  type Found,
  hasTakenPart,
  isConfirmedContact,
  mayActivate,
  pendingPaymentsSince,
  reasonToRefund,
  refundReasonOf,
} from './activation-rules.ts';

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
    const why = (change: Partial<Found>) => reasonToRefund(pending, { ...found, ...change });
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
