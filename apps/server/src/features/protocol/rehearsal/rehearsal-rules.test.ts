import {
  participantStates,
  rehearsalPinStates,
  rehearsalRecipients,
} from '@zavet/contract/protocol/rehearsal-values';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  asksForPin,
  endsAtFor,
  furtherRecipients,
  isComplete,
  isReminderDue,
  nextReminderCheckAt,
  nextStartAt,
  type ParticipantFacts,
  startObstacle,
  stateAfterEnd,
  stateAfterRefusal,
} from './rehearsal-rules.ts';

const now = new Date('2026-11-17T12:00:00Z');
const hour = 3_600_000;
const day = 24 * hour;
const ago = (ms: number) => new Date(now.getTime() - ms);

const contact = (facts: Partial<ParticipantFacts> = {}): ParticipantFacts => ({
  ...{ kind: 'contact', state: 'asked', pin: 'not_asked', pin_tries: 0, accepted_at: null },
  ...facts,
});
const recipient = (facts: Partial<ParticipantFacts> = {}) =>
  contact({ kind: 'recipient', ...facts });

const anyParticipant: fc.Arbitrary<ParticipantFacts> = fc.record({
  kind: fc.constantFrom('contact', 'recipient'),
  state: fc.constantFrom(...participantStates),
  pin: fc.constantFrom(...rehearsalPinStates),
  pin_tries: fc.integer({ min: 0, max: 3 }),
  accepted_at: fc.constantFrom(null, now),
});

describe('a start', () => {
  it('must be a day after the last one', () => {
    expect(nextStartAt([], now)).toBeUndefined();
    expect(nextStartAt([ago(day)], now)).toBeUndefined();
    expect(nextStartAt([ago(day - 1)], now)).toEqual(new Date(now.getTime() + 1));
  });

  it('is possible twelve times in a year, in any order of the list', () => {
    const starts = Array.from({ length: 12 }, (_, index) => ago((index + 2) * day));
    expect(nextStartAt(starts.slice(1), now)).toBeUndefined();
    const until = new Date(ago(13 * day).getTime() + 365 * day);
    expect(nextStartAt(starts, now)).toEqual(until);
    expect(nextStartAt(starts.toReversed(), now)).toEqual(until);
  });

  it('ignores starts of more than a year ago and in the future', () => {
    const old = Array.from({ length: 12 }, () => ago(365 * day));
    expect(nextStartAt(old, now)).toBeUndefined();
    expect(nextStartAt([ago(-day)], now)).toBeUndefined();
  });

  it('never happens more than twelve times in any year, nor twice in a day', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 800 * 24 }), { maxLength: 200 }), (hours) => {
        const starts: Date[] = [];
        for (const at of hours
          .toSorted((a, b) => a - b)
          .map((after) => ago(800 * day - after * hour))) {
          if (nextStartAt(starts, at) === undefined) starts.push(at);
        }
        for (const [index, start] of starts.entries()) {
          const thirteenth = starts[index + 12];
          const next = starts[index + 1];
          if (thirteenth)
            expect(thirteenth.getTime() - start.getTime()).toBeGreaterThanOrEqual(365 * day);
          if (next) expect(next.getTime() - start.getTime()).toBeGreaterThanOrEqual(day);
        }
      }),
    );
  });

  it('requires a contact, a pause, no protocol and no open rehearsal', () => {
    const free = {
      confirmed_contacts: 1,
      is_protocol_running: false,
      is_open: false,
      next_start_at: undefined,
    };
    expect(startObstacle(free)).toBeUndefined();
    expect(startObstacle({ ...free, is_protocol_running: true })).toBe('protocol_running');
    expect(startObstacle({ ...free, is_open: true, next_start_at: now })).toBe('rehearsal_running');
    expect(startObstacle({ ...free, confirmed_contacts: 0 })).toBe('no_confirmed_contact');
    expect(startObstacle({ ...free, next_start_at: now })).toBe('rehearsal_too_soon');
  });

  it('lasts fourteen days', () => {
    expect(endsAtFor(now)).toEqual(new Date('2026-12-01T12:00:00Z'));
  });
});

describe('further recipients', () => {
  it('are all named recipients who are not contacts, each address once, with a name if known', () => {
    const named = [
      { name: '', email: 'a@example.org' },
      { name: 'Anna', email: 'a@example.org' },
      { name: 'Another', email: 'a@example.org' },
      { name: 'Boris', email: 'b@example.org' },
    ];
    expect(furtherRecipients(named, ['b@example.org'])).toEqual({
      recipients: [{ name: 'Anna', email: 'a@example.org' }],
      left_out: 0,
    });
  });

  it('are limited, and the rest is counted', () => {
    const named = Array.from({ length: rehearsalRecipients + 3 }, (_, index) => ({
      name: '',
      email: `${index}@example.org`,
    }));
    const { recipients, left_out } = furtherRecipients(named, []);
    expect([recipients.length, left_out]).toEqual([rehearsalRecipients, 3]);
  });

  it('are complete and unique', () => {
    const address = fc.constantFrom('a@x.org', 'b@x.org', 'c@x.org', 'd@x.org');
    const named = fc.array(fc.record({ name: fc.constantFrom('', 'N'), email: address }));
    fc.assert(
      fc.property(named, fc.array(address), (all, contacts) => {
        const found = furtherRecipients(all, contacts).recipients.map(({ email }) => email);
        const expected = all.map(({ email }) => email).filter((email) => !contacts.includes(email));
        expect(found.toSorted()).toEqual([...new Set(expected)].toSorted());
      }),
    );
  });
});

describe('a participant', () => {
  it('stays answered after a bounce, and is refused otherwise, also after the end', () => {
    expect(stateAfterRefusal(contact({ state: 'answered' }))).toBe('answered');
    expect(stateAfterRefusal(contact())).toBe('refused');
    expect(stateAfterRefusal(contact({ state: 'no_answer' }))).toBe('refused');
    for (const state of ['asked', 'checked', 'unknown'] as const) {
      expect(stateAfterRefusal(recipient({ state }))).toBe('failed');
    }
  });

  it('is changed by the end only while pending', () => {
    expect(stateAfterEnd(contact({ accepted_at: now }), 'time')).toBe('no_answer');
    expect(stateAfterEnd(recipient(), 'time')).toBe('unknown');
    fc.assert(
      fc.property(anyParticipant, (participant) => {
        const ended = stateAfterEnd(participant, 'time');
        expect(ended).not.toBe('asked');
        if (participant.state !== 'asked') expect(ended).toBe(participant.state);
      }),
    );
  });

  it('is refused if no server accepted its mail in time, but not after an early end', () => {
    expect(stateAfterEnd(contact(), 'time')).toBe('refused');
    expect(stateAfterEnd(contact(), 'owner')).toBe('no_answer');
    expect(stateAfterEnd(contact(), 'protocol')).toBe('no_answer');
  });

  it('asks for the PIN after the answer, at most three times, never after a correct one', () => {
    const answered = contact({ state: 'answered', pin: 'asked' });
    expect(asksForPin(answered, true)).toBe(true);
    expect(asksForPin(answered, false)).toBe(false);
    expect(asksForPin(contact(), true)).toBe(false);
    expect(asksForPin({ ...answered, pin: 'wrong', pin_tries: 2 }, true)).toBe(true);
    expect(asksForPin({ ...answered, pin: 'wrong', pin_tries: 3 }, true)).toBe(false);
    expect(asksForPin({ ...answered, pin: 'not_known' }, true)).toBe(true);
    expect(asksForPin({ ...answered, pin: 'right', pin_tries: 1 }, true)).toBe(false);
  });
});

describe('completion', () => {
  const done = contact({ state: 'answered' });

  it('waits for every contact', () => {
    expect(isComplete([done], false)).toBe(true);
    expect(isComplete([done, contact()], false)).toBe(false);
    expect(isComplete([done, contact({ state: 'refused' })], false)).toBe(true);
  });

  it('waits for a requested PIN while attempts are left', () => {
    const answered = (facts: Partial<ParticipantFacts>) => contact({ state: 'answered', ...facts });
    expect(isComplete([answered({ pin: 'asked' })], false)).toBe(false);
    expect(isComplete([answered({ pin: 'wrong', pin_tries: 2 })], false)).toBe(false);
    expect(isComplete([answered({ pin: 'wrong', pin_tries: 3 })], false)).toBe(true);
    expect(isComplete([answered({ pin: 'not_known' })], false)).toBe(true);
    expect(isComplete([answered({ pin: 'right', pin_tries: 1 })], false)).toBe(true);
  });

  it('waits for checks, and for mails to recipients if chosen', () => {
    expect(isComplete([done, recipient()], false)).toBe(false);
    expect(isComplete([done, recipient({ state: 'checked' })], false)).toBe(true);
    expect(isComplete([done, recipient({ state: 'checked' })], true)).toBe(false);
    expect(isComplete([done, recipient({ state: 'unknown', accepted_at: now })], true)).toBe(true);
    expect(isComplete([done, recipient({ state: 'failed' })], true)).toBe(true);
  });

  it('never happens while a participant is pending', () => {
    fc.assert(
      fc.property(fc.array(anyParticipant), fc.boolean(), (participants, isMailed) => {
        if (participants.some(({ state }) => state === 'asked')) {
          expect(isComplete(participants, isMailed)).toBe(false);
        }
      }),
    );
  });
});

describe('the reminder', () => {
  const never = { last_start: null, last_reminder: null };

  it('is due a year after the oldest contact was named', () => {
    expect(isReminderDue({ since: ago(365 * day), ...never }, now)).toBe(true);
    expect(isReminderDue({ since: ago(365 * day - 1), ...never }, now)).toBe(false);
  });

  it('is due a year after the last rehearsal and the last reminder', () => {
    const since = ago(900 * day);
    const isDue = (last_start: Date, last_reminder: Date | null) =>
      isReminderDue({ since, last_start, last_reminder }, now);
    expect([isDue(ago(364 * day), null), isDue(ago(365 * day), null)]).toEqual([false, true]);
    const start = ago(400 * day);
    expect([isDue(start, ago(day)), isDue(start, ago(365 * day))]).toEqual([false, true]);
  });

  it('is checked when due, daily while a protocol is in progress, yearly without a contact', () => {
    const facts = { since: ago(100 * day), ...never };
    expect(nextReminderCheckAt(facts, false, now)).toEqual(ago(-265 * day));
    expect(nextReminderCheckAt({ ...facts, last_start: now }, false, now)).toEqual(ago(-365 * day));
    expect(nextReminderCheckAt(facts, true, now)).toEqual(ago(-day));
    expect(nextReminderCheckAt(undefined, false, now)).toEqual(ago(-365 * day));
  });
});
