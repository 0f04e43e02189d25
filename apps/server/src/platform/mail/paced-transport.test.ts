import { pino } from 'pino';
import { afterEach, expect, test, vi } from 'vitest';
import { mail, refusalOf } from '../../../test/smtp-line.ts';
import { type DeliveryReceipt, MailRefused, type OutgoingMail } from './mail-transport.ts';
import { pacedTransport } from './paced-transport.ts';

type Delivery = Promise<DeliveryReceipt>;

const minute = 60_000;
const tooMany = new MailRefused('421 4.7.0 Too many messages', { permanent: false });

/** A far end that holds every mail until it is told what to answer, and a clock that stands. */
function setUp({ underWay = 20, perMinute = 0 } = {}) {
  const held: { mail: OutgoingMail; answer: PromiseWithResolvers<DeliveryReceipt> }[] = [];
  const lines: object[] = [];
  let now = 1_700_000_000_000;
  const far = {
    deliver: (one: OutgoingMail) => {
      const answer = Promise.withResolvers<DeliveryReceipt>();
      held.push({ mail: one, answer });
      return answer.promise;
    },
    close: async () => {},
  };
  const log = pino({ base: null }, { write: (line) => void lines.push(JSON.parse(line)) });
  const clock = { now: () => new Date(now) };
  const transport = pacedTransport(far, { clock, log, limits: { underWay, perMinute } });
  const send = (to: string) => transport.deliver({ ...mail, to });
  return {
    held,
    lines,
    send,
    close: () => transport.close(),
    pausedDomains: transport.pausedDomains,
    /** Takes the mail that arrived as this one. */
    answer: async (place: number, delivery: Delivery) => {
      held[place]?.answer.resolve({ response: '250 ok' });
      expect(await delivery).toEqual({ response: '250 ok' });
    },
    pass: (ms: number) => {
      now += ms;
    },
    taken: async (to: string) => {
      const delivery = send(to);
      held.at(-1)?.answer.resolve({ response: '250 ok' });
      return delivery;
    },
    refused: async (to: string, refusal = tooMany) => {
      const delivery = send(to);
      held.at(-1)?.answer.reject(refusal);
      return refusalOf(delivery);
    },
    waitFor: async (to: string) => (await refusalOf(send(to))).retryAfterMs,
  };
}

afterEach(() => void vi.useRealTimers());

/** Who got mail, before the @. */
const names = (held: readonly { mail: OutgoingMail }[]) =>
  held.map((one) => one.mail.to.split('@')[0]);

test('a mail that may go is handed over at once, before anything else happens', () => {
  const { send, held } = setUp();
  send('anna@example.org');
  expect(held).toHaveLength(1);
});

test('after «too many» mails of the domain wait without being handed over, others go', async () => {
  const { refused, taken, waitFor, held, lines } = setUp();
  expect(await refused('anna@example.org')).toBe(tooMany);

  expect(await waitFor('vera@EXAMPLE.org')).toBe(minute);
  expect(held).toHaveLength(1);
  expect(await taken('vera@example.net')).toEqual({ response: '250 ok' });
  expect(lines).toMatchObject([{ code: 'mail_domain_paused', domain: 'example.org', seconds: 60 }]);
});

test('domains that get no mail for now are counted until their pause is over', async () => {
  const { refused, taken, pausedDomains, pass } = setUp();
  await taken('anna@example.net');
  expect(pausedDomains()).toBe(0);
  await refused('anna@example.org');
  await refused('vera@example.com');
  expect(pausedDomains()).toBe(2);
  pass(minute);
  expect(pausedDomains()).toBe(0);
});

test('a domain is the same in both of its spellings', async () => {
  const { refused, waitFor } = setUp();
  await refused('anna@почта.рф');
  expect(await waitFor('vera@xn--80a1acny.xn--p1ai')).toBe(minute);
});

test('what waits was no try: it is neither permanent nor an answer', async () => {
  const { refused, send } = setUp();
  await refused('anna@example.org');
  expect(await refusalOf(send('anna@example.org'))).toMatchObject({
    permanent: false,
    isUnanswered: false,
    isInterrupted: false,
    isAddressUnknown: false,
  });
});

test('the pauses grow while the domain goes on asking, and are short again after a good hour', async () => {
  const { refused, taken, waitFor, pass } = setUp();
  for (const minutes of [1, 2, 5, 15, 15]) {
    await refused('anna@example.org');
    expect(await waitFor('anna@example.org')).toBe(minutes * minute);
    pass(minutes * minute);
  }
  await taken('anna@example.org');
  pass(46 * minute);
  await refused('anna@example.org');
  expect(await waitFor('anna@example.org')).toBe(minute);
});

test('an hour that was not good keeps the longer pause', async () => {
  const { refused, waitFor, pass } = setUp();
  await refused('anna@example.org');
  pass(59 * minute);
  await refused('anna@example.org');
  expect(await waitFor('anna@example.org')).toBe(2 * minute);
});

test('mails that had left together lengthen the pause once', async () => {
  const { send, held, waitFor } = setUp();
  const deliveries = [1, 2, 3].map(() => send('anna@example.org'));
  for (const { answer } of held) answer.reject(tooMany);
  for (const delivery of deliveries) await refusalOf(delivery);
  expect(await waitFor('anna@example.org')).toBe(minute);
});

test('a refusal of another kind pauses nothing', async () => {
  const { refused, taken } = setUp();
  await refused(
    'anna@example.org',
    new MailRefused('450 4.2.1 mailbox busy', { permanent: false }),
  );
  await refused('anna@example.org', new MailRefused('550 5.1.1 unknown', { permanent: true }));
  expect(await taken('anna@example.org')).toEqual({ response: '250 ok' });
});

test('only so many mails to a domain are under way at once, and the next ones go as these end', async () => {
  const { send, held, answer } = setUp({ underWay: 2 });
  const [first, second, third, fourth] = ['a', 'b', 'c', 'd'].map((name) =>
    send(`${name}@example.org`),
  ) as [Delivery, Delivery, Delivery, Delivery];
  send('anna@example.net');
  expect(names(held)).toEqual(['a', 'b', 'anna']);

  await answer(0, first);
  expect(names(held)).toEqual(['a', 'b', 'anna', 'c']);
  held[1]?.answer.reject(new MailRefused('550 no', { permanent: true }));
  expect(await refusalOf(second)).toMatchObject({ permanent: true });
  expect(names(held)).toEqual(['a', 'b', 'anna', 'c', 'd']);
  await answer(3, third);
  await answer(4, fourth);
});

test('a mail that stood in line for too long comes back in a second, and for a while none stands there', async () => {
  vi.useFakeTimers();
  const { send, held, answer, pass, waitFor } = setUp({ underWay: 1 });
  const first = send('a@example.org');
  const second = refusalOf(send('b@example.org'));
  vi.advanceTimersByTime(4_999);
  const third = send('c@example.org');
  vi.advanceTimersByTime(1);
  expect(await second).toMatchObject({ retryAfterMs: 1_000, permanent: false });
  expect(await waitFor('d@example.org')).toBe(1_000);
  expect(names(held)).toEqual(['a']);

  await answer(0, first);
  await answer(1, third);
  expect(names(held)).toEqual(['a', 'c']);
  pass(30_000);
  const last = send('e@example.org');
  const waits = send('f@example.org');
  await answer(2, last);
  await answer(3, waits);
});

test('those in line are told of a pause and of a spent minute instead of being handed over', async () => {
  const { send, held, pass, answer } = setUp({ underWay: 1, perMinute: 2 });
  const first = refusalOf(send('a@example.org'));
  const second = refusalOf(send('b@example.org'));
  const third = refusalOf(send('c@example.org'));
  held[0]?.answer.reject(tooMany);
  expect(await first).toBe(tooMany);
  expect((await second).retryAfterMs).toBe(minute);
  expect((await third).retryAfterMs).toBe(minute);

  pass(minute);
  const [fourth, fifth] = [send('d@example.org'), send('e@example.org')];
  const sixth = refusalOf(send('f@example.org'));
  await answer(1, fourth);
  await answer(2, fifth);
  expect((await sixth).retryAfterMs).toBe(minute);
  expect(names(held)).toEqual(['a', 'd', 'e']);
});

test('closing sends those in line away without handing them over', async () => {
  const { send, held, close } = setUp({ underWay: 1 });
  send('a@example.org');
  const second = refusalOf(send('b@example.org'));
  await close();
  expect((await second).retryAfterMs).toBe(1_000);
  expect(names(held)).toEqual(['a']);
});

test('only so many mails a minute go to a domain, and the rest in the next one', async () => {
  const { taken, waitFor, pass } = setUp({ perMinute: 2 });
  await taken('anna@example.org');
  pass(20_000);
  await taken('anna@example.org');
  expect(await waitFor('anna@example.org')).toBe(40_000);
  await taken('anna@example.net');
  pass(40_000);
  await taken('anna@example.org');
  await taken('anna@example.org');
  expect(await waitFor('anna@example.org')).toBe(minute);
});

test('a clock that is put back holds nobody up', async () => {
  const { refused, taken, pass } = setUp({ perMinute: 1 });
  await refused('anna@example.org');
  pass(-24 * 60 * minute);
  expect(await taken('anna@example.org')).toEqual({ response: '250 ok' });
});

test('a pause is kept however many other domains there are', async () => {
  const { refused, taken, waitFor, pass } = setUp();
  await refused('anna@example.org');
  pass(1_000);
  for (let n = 0; n < 2_100; n++) await taken(`anna@domain-${n}.example`);
  expect(await waitFor('anna@example.org')).toBe(minute - 1_000);
});
