import { pino } from 'pino';
import { describe, expect, it, test } from 'vitest';
import { mail, refusalOf } from '../../../test/smtp-server.ts';
import type { Meter, SpanAttributes, Tracing } from '../observability/telemetry.ts';
import { MailRefused, type MailTransport } from './mail-transport.ts';
import { createPostponedMails, loggedTransport, watchedTransport } from './open-mail.ts';

type Outcome = 'accepted' | MailRefused | Error;

async function watchDelivery(outcome: Outcome) {
  const counted: string[] = [];
  const spans: SpanAttributes[] = [];
  let answers = 0;
  const transport: MailTransport = {
    deliver: async () => {
      if (outcome === 'accepted') return { response: '250 ok' };
      throw outcome;
    },
    close: async () => {},
  };
  const meter = { mailHandedOver: (one: string) => counted.push(one) } as unknown as Meter;
  const tracing: Tracing = {
    inSpan: (_, { attributes = {} }, work) => {
      spans.push(attributes);
      const setAttributes = (added: SpanAttributes) => void spans.push(added);
      return work({ traceId: '', rename: () => {}, setAttributes, fail: () => {} });
    },
    close: async () => {},
  };
  const onReply = () => {
    answers += 1;
  };
  const watched = watchedTransport(transport, { meter, tracing, onReply });
  const result = await watched
    .deliver({ ...mail, message_id: '<verify_email.0b8f@zavet.test>' })
    .then(
      () => 'accepted',
      (error: unknown) => error,
    );
  return { result, counted, answers, spans };
}

describe('a watched delivery', () => {
  it('is counted as accepted, with a reply of the mail server', async () => {
    expect(await watchDelivery('accepted')).toEqual({
      result: 'accepted',
      counted: ['accepted'],
      answers: 1,
      spans: [{ 'zavet.mail': 'verify_email' }],
    });
  });

  it.each([
    ['a permanent refusal', { permanent: true }, 'refused', 1],
    ['a refusal for now', { permanent: false }, 'postponed', 1],
    ['an unreachable server', { permanent: false, isUnanswered: true }, 'postponed', 0],
    ['an interrupted connection', { permanent: false, isInterrupted: true }, 'postponed', 0],
    ['a rate limit', { permanent: false, retryAfterMs: 1_000 }, 'held_back', 0],
  ])('is counted after %s, and rejects', async (_, refusal, outcome, answers) => {
    const refused = new MailRefused('550 <anna@example.org> no', refusal);
    const watched = await watchDelivery(refused);
    expect(watched).toMatchObject({ result: refused, counted: [outcome], answers });
    expect(watched.spans).toEqual([
      { 'zavet.mail': 'verify_email' },
      { 'zavet.mail_outcome': outcome },
    ]);
  });
});

describe('postponed mails', () => {
  const watch = () => {
    let ms = 5_000;
    const mails = createPostponedMails(() => ms);
    const after = (seconds: number) => {
      ms += seconds * 1_000;
      return [mails.count(), mails.seconds(), mails.isStuck()];
    };
    return { mails, after };
  };

  it('mean a stuck mail server after three of them and ten minutes without an acceptance', () => {
    const { mails, after } = watch();
    expect(after(900)).toEqual([0, 0, false]);
    mails.record('postponed');
    mails.record('held_back');
    mails.record('postponed');
    expect(after(900)).toEqual([2, 900, false]);
    mails.record('postponed');
    expect(after(0)).toEqual([3, 900, true]);
  });

  it('do not mean a stuck mail server before ten minutes', () => {
    const { mails, after } = watch();
    for (let count = 0; count < 3; count += 1) mails.record('postponed');
    expect([after(599.9)[2], after(0.1)[2]]).toEqual([false, true]);
  });

  it.each(['accepted', 'refused'] as const)('are reset when a mail was %s', (outcome) => {
    const { mails, after } = watch();
    for (let count = 0; count < 3; count += 1) mails.record('postponed');
    after(900);
    mails.record(outcome);
    expect(after(60)).toEqual([0, 0, false]);
    mails.record('postponed');
    expect(after(60)).toEqual([1, 60, false]);
  });

  it('are recorded by the transport', async () => {
    const { mails, after } = watch();
    const deliver = () => Promise.reject(new MailRefused('421 later', { permanent: false }));
    const transport = watchedTransport({ deliver, close: async () => {} }, { postponed: mails });
    await expect(transport.deliver(mail)).rejects.toThrow();
    expect(after(0)[0]).toBe(1);
  });
});

function loggedRefusal(refusal: MailRefused) {
  const lines: object[] = [];
  const log = pino({ base: null }, { write: (line) => void lines.push(JSON.parse(line)) });
  const deliver = () => Promise.reject(refusal);
  return { lines, transport: loggedTransport({ deliver, close: async () => {} }, log) };
}

test('logs refusals with reply, host and TLS, without addresses', async () => {
  const connection = { host: 'mx.example.org:25', tls: 'TLSv1.2' };
  const refusal = new MailRefused('550 5.1.1 <anna@example.org> unknown', {
    permanent: true,
    ...connection,
  });
  const { lines, transport } = loggedRefusal(refusal);

  expect(await refusalOf(transport.deliver(mail))).toBe(refusal);
  expect(lines).toMatchObject([
    {
      code: 'mail_not_accepted',
      message_id: mail.message_id,
      is_permanent: true,
      reply: '550 5.1.1 <[address]> unknown',
      status_code: 550,
      ...connection,
    },
  ]);
  expect(JSON.stringify(lines)).not.toContain('anna@');
});

test('does not log rate-limited mails', async () => {
  const refusal = new MailRefused('later', { permanent: false, retryAfterMs: 1_000 });
  const { lines, transport } = loggedRefusal(refusal);
  await refusalOf(transport.deliver(mail));
  expect(lines).toEqual([]);
});
