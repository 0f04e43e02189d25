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
  mailsEvent,
  nextActivationStatus,
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

/** Every status that an activation goes through, with the event that led there. */
function lifeOf(from: ActivationStatus, events: readonly ActivationEvent[]) {
  const life: { status: ActivationStatus; event?: ActivationEvent }[] = [{ status: from }];
  for (const event of events) {
    const next = nextActivationStatus(life.at(-1)?.status ?? from, event);
    if (next) life.push({ status: next, event });
  }
  return life;
}

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
