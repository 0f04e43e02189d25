import { pino } from 'pino';
import { expect, test } from 'vitest';
import { mail, refusalOf } from '../../../test/smtp-line.ts';
import { type DeliveryReceipt, MailRefused, type OutgoingMail } from './mail-transport.ts';
import { pacedTransport } from './paced-transport.ts';

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
    pausedDomains: transport.pausedDomains,
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

test('only so many mails to a domain are under way at once', async () => {
  const { send, held, waitFor } = setUp({ underWay: 2 });
  const first = send('anna@example.org');
  const second = send('anna@example.org');
  expect(await waitFor('anna@example.org')).toBe(1_000);
  send('anna@example.net');
  expect(held).toHaveLength(3);

  held[0]?.answer.resolve({ response: '250 ok' });
  held[1]?.answer.reject(new MailRefused('550 no', { permanent: true }));
  await first;
  await refusalOf(second);
  send('anna@example.org');
  send('anna@example.org');
  expect(held).toHaveLength(5);
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
