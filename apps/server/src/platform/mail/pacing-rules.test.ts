import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type DomainPace,
  delayMs,
  isFull,
  isIdle,
  isSlow,
  isThrottlingReply,
  newPace,
  recordDelivery,
  recordThrottling,
  recordTimeout,
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
])('recognises throttling by %s: «%s»', (_, response) => {
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
  ['an unverified address', '450 4.1.1 unverified address: try again later'],
  ['a local problem', '451 Temporary local problem - please try later'],
  ['a local problem', '451 4.3.0 Mail server temporarily rejected message.'],
  ['a full disk', '452 4.3.1 Insufficient system storage'],
  ['failed authentication', '454 4.7.8 Error: authentication failed, please try again later'],
  ['a permanent refusal', '550 5.7.1 Too many messages, you are blocked'],
  ['a timeout', 'ETIMEDOUT Timeout, too many'],
  ['an accepted mail', '250 2.0.0 OK, rate limit not reached'],
])('does not pause a domain for %s: «%s»', (_, response) => {
  expect(isThrottlingReply(response)).toBe(false);
});

const minute = 60_000;

const start = 1_700_000_000_000;

const unlimited = { concurrent: Number.POSITIVE_INFINITY, perMinute: 0 };

const pacedAt = (changes: Partial<DomainPace>) => ({ ...newPace(start), ...changes });

test('does not delay mail to an unknown domain', () => {
  expect(delayMs(newPace(start), { concurrent: 1, perMinute: 1 }, start)).toBe(0);
});

test.each([
  ['at its start', 0, minute],
  ['a millisecond before', minute - 1, 1],
  ['afterwards', minute, 0],
])('delays mail to a paused domain until the end of the pause: %s', (_, passed, wait) => {
  const pace = newPace(start);
  recordThrottling(pace, start, start);
  expect(delayMs(pace, unlimited, start + passed)).toBe(wait);
});

test('ignores a pause longer than the longest, set by a wrong clock', () => {
  expect(delayMs(pacedAt({ pausedUntil: start + 15 * minute }), unlimited, start)).toBe(
    15 * minute,
  );
  expect(delayMs(pacedAt({ pausedUntil: start + 15 * minute + 1 }), unlimited, start)).toBe(0);
});

test('resets the count after a minute, not before', () => {
  const pace = newPace(start);
  const limits = { concurrent: 5, perMinute: 1 };
  recordDelivery(pace, start);
  expect(delayMs(pace, limits, start + minute - 1)).toBe(1);
  expect(delayMs(pace, limits, start + minute)).toBe(0);
  expect(delayMs(pace, limits, start - 1)).toBe(0);
  recordDelivery(pace, start + minute);
  expect(pace).toMatchObject({ windowFrom: start + minute, delivered: 1, running: 2 });
  recordDelivery(pace, start + minute + 1);
  expect(pace).toMatchObject({ windowFrom: start + minute, delivered: 2, running: 3 });
});

test('a domain is full at the limit of concurrent mails', () => {
  const limits = { concurrent: 2, perMinute: 0 };
  expect(isFull(pacedAt({ running: 1 }), limits)).toBe(false);
  expect(isFull(pacedAt({ running: 2 }), limits)).toBe(true);
  expect(delayMs(pacedAt({ running: 2 }), limits, start)).toBe(0);
});

test('a domain is slow for half a minute after a timeout, ignoring a clock set back', () => {
  const pace = newPace(start);
  expect(isSlow(pace, start)).toBe(false);
  recordTimeout(pace, start);
  expect(isSlow(pace, start)).toBe(true);
  expect(isSlow(pace, start + 29_999)).toBe(true);
  expect(isSlow(pace, start + 30_000)).toBe(false);
  expect(isSlow(pace, start - 1)).toBe(false);
});

test('ignores throttling replies to mails sent before the last one', () => {
  const pace = newPace(start);
  expect(recordThrottling(pace, start, start + 10)).toBe(minute);
  expect(recordThrottling(pace, start + 9, start + 20)).toBeUndefined();
  expect(recordThrottling(pace, start + 10, start + 20)).toBeUndefined();
  expect(recordThrottling(pace, start + 11, start + 20)).toBe(2 * minute);
});

test('records throttling after the clock was set back', () => {
  const pace = pacedAt({ throttledAt: start + 1, pauses: 1 });
  expect(recordThrottling(pace, start, start)).toBe(2 * minute);
});

test('resets the pauses after an hour without throttling', () => {
  const pause = (passed: number) =>
    recordThrottling(pacedAt({ throttledAt: start, pauses: 3 }), start + 1, start + passed);
  expect(pause(60 * minute)).toBe(15 * minute);
  expect(pause(60 * minute + 1)).toBe(minute);
});

test.each([
  ['idle for a minute', {}, minute, true],
  ['within its minute', {}, minute - 1, false],
  ['with a running mail', { running: 1 }, minute, false],
  ['throttled an hour ago', { throttledAt: start }, 60 * minute, false],
  ['throttled more than an hour ago', { throttledAt: start }, 60 * minute + 1, true],
] as const)(
  'decides if the state of a domain can be dropped: %s',
  (_, changes, passed, expected) => {
    expect(isIdle(pacedAt(changes), start + passed)).toBe(expected);
  },
);

const step = fc.record({
  passed: fc.integer({ min: 0, max: 2 * minute }),
  ends: fc.constantFrom('nothing', 'accepted', 'too many'),
});

test('never exceeds a limit or ignores a pause, in any sequence of mails and replies', () => {
  const limits = { concurrent: 3, perMinute: 5 };
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
      const pace = newPace(start);
      const running: number[] = [];
      const windows = new Map<number, number>();
      let now = start;
      for (const { passed, ends } of steps) {
        now += passed;
        if (delayMs(pace, limits, now) === 0 && !isFull(pace, limits)) {
          expect(now).toBeGreaterThanOrEqual(pace.pausedUntil);
          recordDelivery(pace, now);
          running.push(now);
          windows.set(pace.windowFrom, (windows.get(pace.windowFrom) ?? 0) + 1);
        }
        expect(running.length).toBeLessThanOrEqual(limits.concurrent);
        const endedAt = ends === 'nothing' ? undefined : running.shift();
        if (endedAt === undefined) continue;
        pace.running -= 1;
        if (ends === 'too many') recordThrottling(pace, endedAt, now);
      }
      for (const count of windows.values()) expect(count).toBeLessThanOrEqual(limits.perMinute);
    }),
  );
});
