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
  mailsEvent,
  mayActivate,
  nextActivationStatus,
} from './activation-rules.ts';

/** Everything that is allowed; whatever is not here changes nothing. */
const table: Record<ActivationStatus, Partial<Record<ActivationEvent, ActivationStatus>>> = {
  requested: { approved: 'approved', rejected: 'rejected' },
  approved: { payment_begun: 'payment_pending' },
  rejected: {},
  payment_pending: {
    paid: 'activated',
    paid_in_vain: 'refunded',
    payment_canceled: 'payment_canceled',
    superseded: 'payment_canceled',
  },
  payment_canceled: { paid: 'refunded', paid_in_vain: 'refunded' },
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
  'superseded',
  'paid',
  'paid_in_vain',
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

  it('is delivered when nothing waits and nothing was given up', () => {
    expect(mailsEvent({ waiting: 1, unreachable: 3 })).toBe('mails_under_way');
    expect(mailsEvent({ waiting: 0, unreachable: 1 })).toBe('mails_given_up');
    expect(mailsEvent({ waiting: 0, unreachable: 0 })).toBe('mails_accepted');
  });
});

describe('whoever wants to activate', () => {
  const standing = {
    contact_status: 'confirmed' as const,
    contact_email: 'anna@example.org',
    initiator_email: 'anna@example.org',
    is_initiator_verified: true,
  };

  it('may when the verified address is that of a confirmed contact', () => {
    expect(mayActivate(standing)).toBe(true);
  });

  it.each(contactStatuses.filter((status) => status !== 'confirmed'))(
    'may not as a contact who is %s',
    (contact_status) => {
      expect(mayActivate({ ...standing, contact_status })).toBe(false);
    },
  );

  it('may not with another address, an unverified one, or for nobody', () => {
    expect(mayActivate({ ...standing, initiator_email: 'boris@example.org' })).toBe(false);
    expect(mayActivate({ ...standing, is_initiator_verified: false })).toBe(false);
    expect(mayActivate({ ...standing, contact_email: null, initiator_email: null })).toBe(false);
    expect(mayActivate(undefined)).toBe(false);
  });
});
