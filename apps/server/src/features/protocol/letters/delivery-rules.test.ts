import { describe, expect, it } from 'vitest';
import {
  afterRefusal,
  type BouncedEnvelope,
  claimMs,
  correctorOf,
  effectOfBounce,
  envelopeStates,
  furthestAttemptMs,
  isActivatorMissing,
  isCorrectable,
  isRefused,
  pauseAfterRefusals,
  replyOfBounce,
  smtpCodeOf,
} from './delivery-rules.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

describe('back-off after a refusal', () => {
  it('grows from a minute to a day', () => {
    const pauses = [1, 2, 3, 10, 11, 12, 13].map((refusals) => pauseAfterRefusals(refusals));
    expect(pauses).toEqual([1, 2, 4, 512, 1024, 1440, 1440].map((minutes) => minutes * minute));
  });

  it('adds up to seven days before a mail is given up', () => {
    let waited = 0;
    let refusals = 1;
    for (let pause = pauseAfterRefusals(refusals); pause; pause = pauseAfterRefusals(refusals)) {
      waited += pause;
      refusals += 1;
    }
    expect(waited).toBeGreaterThanOrEqual(7 * day);
    expect(waited).toBeLessThan(8 * day);
    expect(afterRefusal(refusals, new Date()).state).toBe('unreachable');
    expect(afterRefusal(refusals - 1, new Date()).state).toBe('queued');
  });

  it('never exceeds the furthest attempt', () => {
    expect(furthestAttemptMs).toBe(day + minute);
    expect(claimMs).toBe(20_000);
  });

  it('gives up at the time of the last refusal', () => {
    const now = new Date(5);
    expect(afterRefusal(100, now)).toEqual({ state: 'unreachable', next_attempt_at: now });
  });

  it('is short after the first two interrupted connections only', () => {
    const now = new Date(0);
    expect(afterRefusal(1, now, true).next_attempt_at).toEqual(new Date(15_000));
    expect(afterRefusal(1, now).next_attempt_at).toEqual(new Date(minute));
    expect(afterRefusal(2, now, true).next_attempt_at).toEqual(new Date(15_000));
    expect(afterRefusal(3, now, true)).toEqual(afterRefusal(3, now));
  });

  it('does not depend on the date', () => {
    for (const now of [new Date(0), new Date('2126-01-01')]) {
      const after = afterRefusal(3, now);
      expect(after).toEqual({
        state: 'queued',
        next_attempt_at: new Date(now.getTime() + 4 * minute),
      });
    }
  });
});

describe('correcting an address', () => {
  const queued = { state: 'queued', last_refusal: null } as const;
  const activator = { initiator_user_id: 'person', trusted_contact_id: 'contact' };
  const unknown = { ...queued, last_refusal: 'unknown_address' } as const;

  it('is possible for an unknown address or an envelope that was given up', () => {
    expect(isCorrectable(unknown)).toBe(true);
    expect(isCorrectable({ state: 'unreachable', last_refusal: 'temporary' })).toBe(true);
  });

  it('is refused while attempts continue, after the acceptance and after the closing', () => {
    expect(isCorrectable(queued)).toBe(false);
    expect(isCorrectable({ ...queued, last_refusal: 'temporary' })).toBe(false);
    expect(isCorrectable({ ...queued, last_refusal: 'permanent' })).toBe(false);
    for (const last_refusal of ['permanent', 'unknown_address'] as const) {
      expect(isCorrectable({ state: 'accepted', last_refusal })).toBe(false);
      expect(isCorrectable({ state: 'closed', last_refusal })).toBe(false);
    }
  });

  it.each([{ initiator_user_id: null }, { trusted_contact_id: null }])(
    'is up to an operator if account or contact of the activator was deleted: %o',
    (missing) => {
      expect(isActivatorMissing({ ...activator, ...missing })).toBe(true);
      expect(correctorOf(unknown, { ...activator, ...missing })).toBe('operator');
    },
  );

  it('is otherwise up to the activator', () => {
    expect(isActivatorMissing(activator)).toBe(false);
    expect(correctorOf(unknown, activator)).toBe('activator');
  });

  it('is refused if the address is right', () => {
    const missing = { initiator_user_id: null, trusted_contact_id: null };
    expect(correctorOf({ ...unknown, last_refusal: 'permanent' }, missing)).toBe('none');
  });
});

describe('retrying a letter', () => {
  it.each(['queued', 'unreachable'] as const)(
    'is possible if it was refused and is %s',
    (state) => {
      expect(isRefused({ state, last_refusal: 'temporary' })).toBe(true);
      expect(isRefused({ state, last_refusal: null })).toBe(false);
    },
  );

  it.each(['accepted', 'withheld', 'closed'] as const)('is impossible if it is %s', (state) => {
    expect(isRefused({ state, last_refusal: 'permanent' })).toBe(false);
  });
});

describe('the code of an SMTP reply', () => {
  it.each([
    ['550 5.1.1 <anna@example.org> no such user', '550 5.1.1'],
    ['550-5.7.26 more of it', '550 5.7.26'],
    ['452 mailbox of anna@example.org is full', '452'],
    ['421', '421'],
    ['550 5.123.456', '550 5.123.456'],
    ['5.1.1', '5.1.1'],
    ['4.300.200 later', '4.300.200'],
  ])('of %j is %j', (reply, code) => {
    expect(smtpCodeOf(reply)).toBe(code);
  });

  it.each([
    ...['anna@example.org 550 unknown', '550anna@example.org', 'ECONNECTION 550', '5500 1', ''],
    ...['x 5.1.1', '5.1.1x', '3.1.1', '5.x.1', '5.1.x', '5.1.1.1'],
  ])('is missing in %j', (reply) => {
    expect(smtpCodeOf(reply)).toBeNull();
  });
});

describe('a bounce', () => {
  const accepted: BouncedEnvelope = {
    state: 'accepted',
    is_claimed: false,
    is_link_open: true,
    is_opened: false,
    is_activation_in_effect: true,
  };
  const permanent = { permanent: true };

  it('counts as a refusal of an accepted mail', () => {
    expect(effectOfBounce(accepted, permanent)).toBe('refused');
  });

  it('counts before the acceptance is recorded, but only for a claimed envelope', () => {
    const queued = { ...accepted, state: 'queued' } as const;
    expect(effectOfBounce({ ...queued, is_claimed: true }, permanent)).toBe('refused');
    expect(effectOfBounce(queued, permanent)).toBe('noted');
    expect(effectOfBounce({ ...accepted, state: 'unreachable' }, permanent)).toBe('noted');
  });

  it('is only noted after a letter was opened', () => {
    expect(effectOfBounce({ ...accepted, is_opened: true }, permanent)).toBe('noted');
  });

  it('is only noted if it reports a delay', () => {
    for (const state of envelopeStates.filter((one) => one !== 'closed')) {
      const claimed = { ...accepted, state, is_claimed: true };
      expect(effectOfBounce(claimed, { permanent: false })).toBe('noted');
    }
  });

  it('is ignored after a renewed link, for closed letters and for a past activation', () => {
    for (const outdated of [
      { is_link_open: false },
      { state: 'closed' as const },
      { is_activation_in_effect: false },
    ]) {
      expect(effectOfBounce({ ...accepted, ...outdated }, permanent)).toBe('ignored');
      expect(effectOfBounce({ ...accepted, ...outdated }, { permanent: false })).toBe('ignored');
    }
  });

  it('is recorded with its code first, once', () => {
    const reply = 'mx.example.org said: no such user';
    expect(replyOfBounce({ status: '5.1.1', reply })).toBe(`5.1.1 ${reply}`);
    expect(replyOfBounce({ status: null, reply })).toBe(reply);
    for (const coded of ['550 5.1.1 gone', '550 gone', '5.1.1 gone']) {
      expect(replyOfBounce({ status: '5.1.1', reply: coded })).toBe(coded);
    }
    expect(replyOfBounce({ status: '5.7.1', reply: '5500 words' })).toBe('5.7.1 5500 words');
  });
});
