import { pino } from 'pino';
import { afterEach, expect, test, vi } from 'vitest';
import { mail, refusalOf } from '../../../test/smtp-server.ts';
import { type DeliveryReceipt, MailRefused, type OutgoingMail } from './mail-transport.ts';
import { pacedTransport } from './paced-transport.ts';

type Delivery = Promise<DeliveryReceipt>;

const minute = 60_000;
const throttled = new MailRefused('421 4.7.0 Too many messages', { permanent: false });

/** A mail server that replies on demand, and a fixed clock. */
function setUp({ concurrent = 20, perMinute = 0 } = {}) {
  const offered: { mail: OutgoingMail; answer: PromiseWithResolvers<DeliveryReceipt> }[] = [];
  const lines: object[] = [];
  let now = 1_700_000_000_000;
  const server = {
    deliver: (one: OutgoingMail) => {
      const answer = Promise.withResolvers<DeliveryReceipt>();
      offered.push({ mail: one, answer });
      return answer.promise;
    },
    close: async () => {},
  };
  const log = pino({ base: null }, { write: (line) => void lines.push(JSON.parse(line)) });
  const clock = { now: () => new Date(now) };
  const transport = pacedTransport(server, { clock, log, limits: { concurrent, perMinute } });
  const send = (to: string) => transport.deliver({ ...mail, to });
  return {
    offered,
    lines,
    send,
    close: () => transport.close(),
    pausedDomains: transport.pausedDomains,
    /** Accepts the mail at this index. */
    answer: async (index: number, delivery: Delivery) => {
      offered[index]?.answer.resolve({ response: '250 ok' });
      expect(await delivery).toEqual({ response: '250 ok' });
    },
    pass: (ms: number) => {
      now += ms;
    },
    accept: async (to: string) => {
      const delivery = send(to);
      offered.at(-1)?.answer.resolve({ response: '250 ok' });
      return delivery;
    },
    refuse: async (to: string, refusal = throttled) => {
      const delivery = send(to);
      offered.at(-1)?.answer.reject(refusal);
      return refusalOf(delivery);
    },
    waitFor: async (to: string) => (await refusalOf(send(to))).retryAfterMs,
  };
}

afterEach(() => void vi.useRealTimers());

/** Local parts of the recipients. */
const names = (offered: readonly { mail: OutgoingMail }[]) =>
  offered.map((one) => one.mail.to.split('@')[0]);

test('sends an unlimited mail synchronously', () => {
  const { send, offered } = setUp();
  send('anna@example.org');
  expect(offered).toHaveLength(1);
});

test('delays mails to a throttling domain and sends all others', async () => {
  const { refuse, accept, waitFor, offered, lines } = setUp();
  expect(await refuse('anna@example.org')).toBe(throttled);

  expect(await waitFor('vera@EXAMPLE.org')).toBe(minute);
  expect(offered).toHaveLength(1);
  expect(await accept('vera@example.net')).toEqual({ response: '250 ok' });
  expect(lines).toMatchObject([{ code: 'mail_domain_paused', domain: 'example.org', seconds: 60 }]);
});

test('counts paused domains', async () => {
  const { refuse, accept, pausedDomains, pass } = setUp();
  await accept('anna@example.net');
  expect(pausedDomains()).toBe(0);
  await refuse('anna@example.org');
  await refuse('vera@example.com');
  expect(pausedDomains()).toBe(2);
  pass(minute);
  expect(pausedDomains()).toBe(0);
});

test('treats both spellings of a domain as one', async () => {
  const { refuse, waitFor } = setUp();
  await refuse('anna@почта.рф');
  expect(await waitFor('vera@xn--80a1acny.xn--p1ai')).toBe(minute);
});

test('does not report a delayed mail as refused or unanswered', async () => {
  const { refuse, send } = setUp();
  await refuse('anna@example.org');
  expect(await refusalOf(send('anna@example.org'))).toMatchObject({
    permanent: false,
    isUnanswered: false,
    isInterrupted: false,
    isAddressUnknown: false,
  });
});

test('lengthens the pauses of a throttling domain, and resets them after an hour without throttling', async () => {
  const { refuse, accept, waitFor, pass } = setUp();
  for (const minutes of [1, 2, 5, 15, 15]) {
    await refuse('anna@example.org');
    expect(await waitFor('anna@example.org')).toBe(minutes * minute);
    pass(minutes * minute);
  }
  await accept('anna@example.org');
  pass(46 * minute);
  await refuse('anna@example.org');
  expect(await waitFor('anna@example.org')).toBe(minute);
});

test('does not reset the pauses within an hour', async () => {
  const { refuse, waitFor, pass } = setUp();
  await refuse('anna@example.org');
  pass(59 * minute);
  await refuse('anna@example.org');
  expect(await waitFor('anna@example.org')).toBe(2 * minute);
});

test('lengthens the pause once for concurrent mails', async () => {
  const { send, offered, waitFor } = setUp();
  const deliveries = [1, 2, 3].map(() => send('anna@example.org'));
  for (const { answer } of offered) answer.reject(throttled);
  for (const delivery of deliveries) await refusalOf(delivery);
  expect(await waitFor('anna@example.org')).toBe(minute);
});

test('does not pause after other refusals', async () => {
  const { refuse, accept } = setUp();
  await refuse('anna@example.org', new MailRefused('450 4.2.1 mailbox busy', { permanent: false }));
  await refuse('anna@example.org', new MailRefused('550 5.1.1 unknown', { permanent: true }));
  expect(await accept('anna@example.org')).toEqual({ response: '250 ok' });
});

test('limits concurrent mails to a domain and sends the next when one ends', async () => {
  const { send, offered, answer } = setUp({ concurrent: 2 });
  const [first, second, third, fourth] = ['a', 'b', 'c', 'd'].map((name) =>
    send(`${name}@example.org`),
  ) as [Delivery, Delivery, Delivery, Delivery];
  send('anna@example.net');
  expect(names(offered)).toEqual(['a', 'b', 'anna']);

  await answer(0, first);
  expect(names(offered)).toEqual(['a', 'b', 'anna', 'c']);
  offered[1]?.answer.reject(new MailRefused('550 no', { permanent: true }));
  expect(await refusalOf(second)).toMatchObject({ permanent: true });
  expect(names(offered)).toEqual(['a', 'b', 'anna', 'c', 'd']);
  await answer(3, third);
  await answer(4, fourth);
});

test('delays a mail after five seconds without a slot, and then delays further mails immediately for a while', async () => {
  vi.useFakeTimers();
  const { send, offered, answer, pass, waitFor } = setUp({ concurrent: 1 });
  const first = send('a@example.org');
  const second = refusalOf(send('b@example.org'));
  vi.advanceTimersByTime(4_999);
  const third = send('c@example.org');
  vi.advanceTimersByTime(1);
  expect(await second).toMatchObject({ retryAfterMs: 1_000, permanent: false });
  expect(await waitFor('d@example.org')).toBe(1_000);
  expect(names(offered)).toEqual(['a']);

  await answer(0, first);
  await answer(1, third);
  expect(names(offered)).toEqual(['a', 'c']);
  pass(30_000);
  const last = send('e@example.org');
  const waiting = send('f@example.org');
  await answer(2, last);
  await answer(3, waiting);
});

test('delays waiting mails when a pause starts or the limit per minute is reached', async () => {
  const { send, offered, pass, answer } = setUp({ concurrent: 1, perMinute: 2 });
  const first = refusalOf(send('a@example.org'));
  const second = refusalOf(send('b@example.org'));
  const third = refusalOf(send('c@example.org'));
  offered[0]?.answer.reject(throttled);
  expect(await first).toBe(throttled);
  expect((await second).retryAfterMs).toBe(minute);
  expect((await third).retryAfterMs).toBe(minute);

  pass(minute);
  const [fourth, fifth] = [send('d@example.org'), send('e@example.org')];
  const sixth = refusalOf(send('f@example.org'));
  await answer(1, fourth);
  await answer(2, fifth);
  expect((await sixth).retryAfterMs).toBe(minute);
  expect(names(offered)).toEqual(['a', 'd', 'e']);
});

test('delays waiting mails on close', async () => {
  const { send, offered, close } = setUp({ concurrent: 1 });
  send('a@example.org');
  const second = refusalOf(send('b@example.org'));
  await close();
  expect((await second).retryAfterMs).toBe(1_000);
  expect(names(offered)).toEqual(['a']);
});

test('limits mails per minute to a domain', async () => {
  const { accept, waitFor, pass } = setUp({ perMinute: 2 });
  await accept('anna@example.org');
  pass(20_000);
  await accept('anna@example.org');
  expect(await waitFor('anna@example.org')).toBe(40_000);
  await accept('anna@example.net');
  pass(40_000);
  await accept('anna@example.org');
  await accept('anna@example.org');
  expect(await waitFor('anna@example.org')).toBe(minute);
});

test('does not delay mails after the clock was set back', async () => {
  const { refuse, accept, pass } = setUp({ perMinute: 1 });
  await refuse('anna@example.org');
  pass(-24 * 60 * minute);
  expect(await accept('anna@example.org')).toEqual({ response: '250 ok' });
});

test('keeps a pause while many other domains are added', async () => {
  const { refuse, accept, waitFor, pass } = setUp();
  await refuse('anna@example.org');
  pass(1_000);
  for (let n = 0; n < 2_100; n++) await accept(`anna@domain-${n}.example`);
  expect(await waitFor('anna@example.org')).toBe(minute - 1_000);
});
