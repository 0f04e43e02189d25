import { describe, expect, it } from 'vitest';
import { afterRefusal, isCorrectable, pauseAfterRefusals, recipientsOf } from './delivery-rules.ts';

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

  it('is short the first time a line breaks off, and no exception after that', () => {
    const now = new Date(0);
    expect(afterRefusal(1, now, true).next_attempt_at).toEqual(new Date(15_000));
    expect(afterRefusal(2, now, true)).toEqual(afterRefusal(2, now));
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
  const delivery = { state: 'queued', last_refusal: null, corrected_email: null } as const;

  it('can be mended when there is no such address or it was given up, and only once', () => {
    expect(isCorrectable({ ...delivery, last_refusal: 'unknown_address' })).toBe(true);
    expect(isCorrectable({ ...delivery, state: 'unreachable', last_refusal: 'temporary' })).toBe(
      true,
    );
    const corrected_email = 'sealed';
    const unknown = { ...delivery, last_refusal: 'unknown_address', corrected_email } as const;
    expect(isCorrectable(unknown)).toBe(false);
  });

  it('stays as it is while there is hope, and when the letter has arrived', () => {
    expect(isCorrectable(delivery)).toBe(false);
    expect(isCorrectable({ ...delivery, last_refusal: 'temporary' })).toBe(false);
    expect(isCorrectable({ ...delivery, last_refusal: 'permanent' })).toBe(false);
    expect(isCorrectable({ ...delivery, state: 'accepted', last_refusal: 'permanent' })).toBe(
      false,
    );
  });
});

describe('the recipients of an instruction', () => {
  const activated = new Map([
    ['anna', 'anna@example.org'],
    ['boris', 'boris@example.org'],
  ]);
  const entry = { id: 'i', contact_ids: ['anna', 'clara'], recipient_email: null };

  it('are those of its contacts who took part, and nobody else', () => {
    expect(recipientsOf(entry, activated)).toEqual([{ instruction_id: 'i', contact_id: 'anna' }]);
    expect(recipientsOf({ ...entry, contact_ids: ['clara'] }, activated)).toEqual([]);
  });

  it('include the one it names besides', () => {
    const named = { ...entry, recipient_email: 'boris@example.org' };
    expect(recipientsOf(named, activated)).toEqual([
      { instruction_id: 'i', contact_id: 'anna' },
      { instruction_id: 'i', contact_id: null },
    ]);
  });

  it('are each told once, also when the one it names is one of its contacts', () => {
    const named = { ...entry, recipient_email: 'anna@example.org' };
    expect(recipientsOf(named, activated)).toEqual([{ instruction_id: 'i', contact_id: 'anna' }]);
  });

  it('include one whose address does not open, so that it can be mended', () => {
    const damaged = { ...entry, contact_ids: [], recipient_email: 'unreadable' };
    expect(recipientsOf(damaged, activated)).toEqual([{ instruction_id: 'i', contact_id: null }]);
  });
});
