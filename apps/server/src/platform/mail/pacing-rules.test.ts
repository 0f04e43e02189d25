import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type DomainPace,
  isForgettable,
  isFull,
  isSlow,
  isThrottlingReply,
  newPace,
  noteHandOver,
  noteSlowness,
  noteTooMany,
  waitOf,
} from './pacing-rules.ts';

test.each([
  [
    'Gmail',
    '421-4.7.28 [192.0.2.1 15] Our system has detected an unusual rate of\n421-4.7.28 unsolicited mail originating from your IP address. To protect our\n421 4.7.28 users from spam, mail has been temporarily rate limited. - gsmtp',
  ],
  ['Gmail', '421-4.7.0 [192.0.2.1 15] Our system has detected an unusual\n421 4.7.0 rate of mail'],
  ['Gmail', '421 4.7.0 Try again later, closing connection. - gsmtp'],
  ['Gmail', '421 4.4.5 Server busy, try again later.'],
  ['Yandex', '421 4.7.0 Too many connections, please try later'],
  ['Yandex', '451 4.7.1 Sorry, the service is currently unavailable. Please come back later.'],
  ['Mail.ru', '451 Ratelimit exceeded for mailbox post@zavet.example. Try again later.'],
  ['Mail.ru', '421 Too many connections from your IP'],
  ['a Russian relay', '450 4.7.1 Слишком много писем с вашего адреса'],
  ['a Russian relay', '451 Превышен лимит отправки'],
  ['Outlook', '451 4.7.651 The mail server [192.0.2.1] has been temporarily rate limited (S3114)'],
  ['Outlook', '451 4.7.500 Server busy. Please try again later from [192.0.2.1]. (S77714)'],
  ['Outlook', '421 RP-001 (BAY) Unfortunately, some messages exceeded the connection limit'],
  [
    'Exchange',
    '421 4.3.2 The maximum number of concurrent server connections has exceeded a limit',
  ],
  ['Yahoo', '421 4.7.0 [TSS04] Messages from 192.0.2.1 temporarily deferred due to complaints'],
  ['Postfix', '450 4.7.1 Error: too much mail from 192.0.2.1'],
  ['Postfix', '421 4.7.0 mx.example.org Error: too many connections from 192.0.2.1'],
  ['Exim', '421 Too many concurrent SMTP connections; please try again later.'],
  ['rspamd', '451 4.7.1 Ratelimit "user" exceeded'],
  ['Sendmail', '452 4.3.2 Connection rate limit exceeded.'],
  ['Amazon', '454 Throttling failure: Maximum sending rate exceeded.'],
])('%s asks for a slower pace with «%s»', (_, response) => {
  expect(isThrottlingReply(response)).toBe(true);
});

test.each([
  [
    'one flooded mailbox',
    '450-4.2.1 The user you are trying to contact is receiving mail at a rate that\n450-4.2.1 prevents additional messages from being delivered. Please resend later',
  ],
  ['one flooded mailbox', '451 4.5.1 The recipient has exceeded message rate limit. Try later.'],
  ['a full mailbox', '452 4.2.2 The email account that you tried to reach is over quota'],
  ['greylisting', '451 4.7.1 Greylisting in action, please come back later'],
  ['greylisting', '450 4.7.1 <anna@example.org>: Recipient address rejected: Greylisted, too many'],
  ['greylisting', '450 4.2.0 Greylisted, see http://postgrey.schweikert.ch/help/example.org.html'],
  ['an address that is being looked up', '450 4.1.1 unverified address: try again later'],
  ['a fault of their own', '451 Temporary local problem - please try later'],
  ['a fault of their own', '451 4.3.0 Mail server temporarily rejected message.'],
  ['a full disk', '452 4.3.1 Insufficient system storage'],
  ['a password', '454 4.7.8 Error: authentication failed, please try again later'],
  ['a final word', '550 5.7.1 Too many messages, you are blocked'],
  ['a broken line', 'ETIMEDOUT Timeout, too many'],
  ['a taken mail', '250 2.0.0 OK, rate limit not reached'],
])('%s is no reason to pause for all: «%s»', (_, response) => {
  expect(isThrottlingReply(response)).toBe(false);
});

const minute = 60_000;

const start = 1_700_000_000_000;

const unlimited = { underWay: Number.POSITIVE_INFINITY, perMinute: 0 };

const pacedAt = (changes: Partial<DomainPace>) => ({ ...newPace(start), ...changes });

test('a domain that nothing is known of gets its mail at once', () => {
  expect(waitOf(newPace(start), { underWay: 1, perMinute: 1 }, start)).toBe(0);
});

test.each([
  ['in the middle of its pause', 0, minute],
  ['at its last moment', minute - 1, 1],
  ['when it is over', minute, 0],
])('a paused domain, %s, is waited for as long as that', (_, passed, wait) => {
  const pace = newPace(start);
  noteTooMany(pace, start, start);
  expect(waitOf(pace, unlimited, start + passed)).toBe(wait);
});

test('a pause as long as the longest is kept, a longer one is a fault of the clock', () => {
  expect(waitOf(pacedAt({ pausedUntil: start + 15 * minute }), unlimited, start)).toBe(15 * minute);
  expect(waitOf(pacedAt({ pausedUntil: start + 15 * minute + 1 }), unlimited, start)).toBe(0);
});

test('the count of a minute ends with it, and not before', () => {
  const pace = newPace(start);
  const limits = { underWay: 5, perMinute: 1 };
  noteHandOver(pace, start);
  expect(waitOf(pace, limits, start + minute - 1)).toBe(1);
  expect(waitOf(pace, limits, start + minute)).toBe(0);
  expect(waitOf(pace, limits, start - 1)).toBe(0);
  noteHandOver(pace, start + minute);
  expect(pace).toMatchObject({ windowFrom: start + minute, handedOver: 1, underWay: 2 });
  noteHandOver(pace, start + minute + 1);
  expect(pace).toMatchObject({ windowFrom: start + minute, handedOver: 2, underWay: 3 });
});

test('a domain is full when as many are under way as may be', () => {
  const limits = { underWay: 2, perMinute: 0 };
  expect(isFull(pacedAt({ underWay: 1 }), limits)).toBe(false);
  expect(isFull(pacedAt({ underWay: 2 }), limits)).toBe(true);
  expect(waitOf(pacedAt({ underWay: 2 }), limits, start)).toBe(0);
});

test('a domain is called slow for half a minute, and not by a clock that ran ahead', () => {
  const pace = newPace(start);
  expect(isSlow(pace, start)).toBe(false);
  noteSlowness(pace, start);
  expect(isSlow(pace, start)).toBe(true);
  expect(isSlow(pace, start + 29_999)).toBe(true);
  expect(isSlow(pace, start + 30_000)).toBe(false);
  expect(isSlow(pace, start - 1)).toBe(false);
});

test('what had left before the last «too many», or with it, tells nothing new', () => {
  const pace = newPace(start);
  expect(noteTooMany(pace, start, start + 10)).toBe(minute);
  expect(noteTooMany(pace, start + 9, start + 20)).toBeUndefined();
  expect(noteTooMany(pace, start + 10, start + 20)).toBeUndefined();
  expect(noteTooMany(pace, start + 11, start + 20)).toBe(2 * minute);
});

test('a «too many» that lies ahead of now does not hide the next one', () => {
  const pace = pacedAt({ lastTooManyAt: start + 1, pauses: 1 });
  expect(noteTooMany(pace, start, start)).toBe(2 * minute);
});

test('an hour is forgotten when it is over, to the millisecond', () => {
  const pause = (passed: number) =>
    noteTooMany(pacedAt({ lastTooManyAt: start, pauses: 3 }), start + 1, start + passed);
  expect(pause(60 * minute)).toBe(15 * minute);
  expect(pause(60 * minute + 1)).toBe(minute);
});

test.each([
  ['nothing happened for a minute', {}, minute, true],
  ['its minute is not over', {}, minute - 1, false],
  ['a mail is under way', { underWay: 1 }, minute, false],
  ['it said «too many» an hour ago', { lastTooManyAt: start }, 60 * minute, false],
  ['it said «too many» longer ago', { lastTooManyAt: start }, 60 * minute + 1, true],
] as const)('a domain is forgotten or not where %s', (_, changes, passed, expected) => {
  expect(isForgettable(pacedAt(changes), start + passed)).toBe(expected);
});

const step = fc.record({
  passed: fc.integer({ min: 0, max: 2 * minute }),
  ends: fc.constantFrom('nothing', 'taken', 'too many'),
});

test('no run of mails, answers and time passes a limit or a pause', () => {
  const limits = { underWay: 3, perMinute: 5 };
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
      const pace = newPace(start);
      const underWay: number[] = [];
      const windows = new Map<number, number>();
      let now = start;
      for (const { passed, ends } of steps) {
        now += passed;
        if (waitOf(pace, limits, now) === 0 && !isFull(pace, limits)) {
          expect(now).toBeGreaterThanOrEqual(pace.pausedUntil);
          noteHandOver(pace, now);
          underWay.push(now);
          windows.set(pace.windowFrom, (windows.get(pace.windowFrom) ?? 0) + 1);
        }
        expect(underWay.length).toBeLessThanOrEqual(limits.underWay);
        const left = ends === 'nothing' ? undefined : underWay.shift();
        if (left === undefined) continue;
        pace.underWay -= 1;
        if (ends === 'too many') noteTooMany(pace, left, now);
      }
      for (const count of windows.values()) expect(count).toBeLessThanOrEqual(limits.perMinute);
    }),
  );
});
