import { describe, expect, it } from 'vitest';
import {
  afterRefusal,
  claimMs,
  furthestAttemptMs,
  isCorrectable,
  pauseAfterRefusals,
} from './delivery-rules.ts';
import {
  type LeftInstruction,
  type LeftOutContact,
  leftOutStateOf,
  leftReasonOf,
  recipientsOf,
} from './recipient-rules.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

describe('the pause after a refusal', () => {
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

  it('is never longer than the furthest moment that is believed', () => {
    expect(furthestAttemptMs).toBe(day + minute);
    expect(claimMs).toBe(20_000);
  });

  it('gives up at the moment of the last refusal', () => {
    const now = new Date(5);
    expect(afterRefusal(100, now)).toEqual({ state: 'unreachable', next_attempt_at: now });
  });

  it('is short the first two times a line breaks off, and no exception after that', () => {
    const now = new Date(0);
    expect(afterRefusal(1, now, true).next_attempt_at).toEqual(new Date(15_000));
    expect(afterRefusal(1, now).next_attempt_at).toEqual(new Date(minute));
    expect(afterRefusal(2, now, true).next_attempt_at).toEqual(new Date(15_000));
    expect(afterRefusal(3, now, true)).toEqual(afterRefusal(3, now));
  });

  it('does not depend on what day it is', () => {
    for (const now of [new Date(0), new Date('2126-01-01')]) {
      const after = afterRefusal(3, now);
      expect(after).toEqual({
        state: 'queued',
        next_attempt_at: new Date(now.getTime() + 4 * minute),
      });
    }
  });
});

describe('an address', () => {
  const delivery = { state: 'queued', last_refusal: null } as const;

  it('can be corrected when there is no such address or it was given up', () => {
    expect(isCorrectable({ ...delivery, last_refusal: 'unknown_address' })).toBe(true);
    expect(isCorrectable({ ...delivery, state: 'unreachable', last_refusal: 'temporary' })).toBe(
      true,
    );
  });

  it('stays as it is while there is hope, when the letter has arrived, and when it was taken back', () => {
    expect(isCorrectable(delivery)).toBe(false);
    expect(isCorrectable({ ...delivery, last_refusal: 'temporary' })).toBe(false);
    expect(isCorrectable({ ...delivery, last_refusal: 'permanent' })).toBe(false);
    for (const last_refusal of ['permanent', 'unknown_address'] as const) {
      expect(isCorrectable({ ...delivery, state: 'accepted', last_refusal })).toBe(false);
      expect(isCorrectable({ ...delivery, state: 'closed', last_refusal })).toBe(false);
    }
  });
});

describe('the recipients of an instruction', () => {
  const contact = (id: string, is_activated = true) => ({
    id,
    email: `${id}@example.org`,
    is_activated,
  });
  const named = [contact('anna'), contact('boris'), contact('clara', false)];
  const entry = { id: 'i', contact_ids: ['anna'], recipient_email: null };
  const to = (contact_id: string | null, state: 'queued' | 'withheld' = 'queued') => ({
    instruction_id: 'i',
    contact_id,
    state,
  });

  it('are those of its contacts who took part, and nobody else', () => {
    expect(recipientsOf(entry, named)).toEqual([to('anna')]);
    expect(recipientsOf({ ...entry, contact_ids: [] }, named)).toEqual([]);
  });

  it('who have not agreed are kept in mind, and get nothing', () => {
    const both = { ...entry, contact_ids: ['clara', 'anna'] };
    expect(recipientsOf(both, named)).toEqual([to('anna'), to('clara', 'withheld')]);
    const alone = { ...entry, contact_ids: ['clara'] };
    expect(recipientsOf(alone, named)).toEqual([to('clara', 'withheld')]);
  });

  it('include the one it names besides', () => {
    const besides = { ...entry, recipient_email: 'boris@example.org' };
    expect(recipientsOf(besides, named)).toEqual([to('anna'), to(null)]);
  });

  it('are each told once, also when the one it names is one of its contacts', () => {
    const twice = { ...entry, recipient_email: 'anna@example.org' };
    expect(recipientsOf(twice, named)).toEqual([to('anna')]);
    // Not as a contact, who has not agreed, but as the recipient.
    const clara = { ...entry, contact_ids: ['clara'], recipient_email: 'clara@example.org' };
    expect(recipientsOf(clara, named)).toEqual([to(null)]);
  });

  it('include one whose address does not open, so that it can be corrected', () => {
    const damaged = { ...entry, contact_ids: [], recipient_email: 'unreadable' };
    expect(recipientsOf(damaged, named)).toEqual([to(null)]);
  });
});

describe('a contact for whom letters are kept', () => {
  const now = new Date('2026-11-15T12:00:00.000Z');
  const later = new Date('2026-11-15T12:00:00.001Z');
  const why = (change: Partial<LeftOutContact>) =>
    leftOutStateOf({ status: 'pending', mail_state: 'sent', expires_at: later, ...change }, now);

  it('may still answer, said no, was silent, or was not reached', () => {
    expect(why({})).toBe('asked');
    expect(why({ mail_state: 'queued' })).toBe('asked');
    expect(why({ status: 'declined' })).toBe('declined');
    expect(why({ status: 'declined', expires_at: now })).toBe('declined');
    expect(why({ mail_state: 'refused' })).toBe('not_reached');
    expect(why({ mail_state: 'refused', expires_at: now })).toBe('no_answer');
    expect(why({ mail_state: null, expires_at: null })).toBe('no_answer');
  });
});

describe('an instruction that stays in the outbox', () => {
  const activatedAt = new Date('2026-11-15T12:00:00.000Z');
  const before = new Date('2026-11-15T11:00:00.000Z');
  const after = new Date('2026-11-15T13:00:00.000Z');
  const left = { created_at: before, queued_at: null, waiting: 0, withheld: 0, closed: 0 };

  it('says why', () => {
    const why = (change: Partial<LeftInstruction>) =>
      leftReasonOf({ ...left, ...change }, activatedAt);
    expect(why({})).toBe('no_recipient');
    expect(why({ withheld: 1 })).toBe('contacts_unconfirmed');
    expect(why({ created_at: after })).toBe('written_after');
    expect(why({ created_at: activatedAt })).toBe('no_recipient');
    expect(why({ created_at: after, withheld: 1 })).toBe('written_after');
    expect(why({ queued_at: activatedAt, waiting: 1 })).toBe('not_taken_yet');
    expect(why({ queued_at: activatedAt, withheld: 1 })).toBe('unreachable');
    expect(why({ queued_at: activatedAt, closed: 1 })).toBe('taken_back');
    expect(why({ closed: 1 })).toBe('taken_back');
    expect(why({ queued_at: activatedAt, closed: 1, waiting: 1 })).toBe('not_taken_yet');
  });
});
