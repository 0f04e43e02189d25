import { pino } from 'pino';
import { describe, expect, it, test } from 'vitest';
import { mail, refusalOf } from '../../../test/smtp-line.ts';
import type { Meter } from '../observability/meter.ts';
import type { SpanAttributes, Tracing } from '../observability/tracing.ts';
import { MailRefused, type MailTransport } from './mail-transport.ts';
import { loggedTransport, watchedTransport } from './open-mail.ts';

type Outcome = 'taken' | MailRefused | Error;

/** Hands one mail over and tells what was heard of it. */
async function deliverMail(outcome: Outcome) {
  const counted: string[] = [];
  const spans: SpanAttributes[] = [];
  let answers = 0;
  const transport: MailTransport = {
    deliver: async () => {
      if (outcome === 'taken') return { response: '250 ok' };
      throw outcome;
    },
    close: async () => {},
  };
  const meter = { mailHandedOver: (one: string) => counted.push(one) } as unknown as Meter;
  const tracing: Tracing = {
    inSpan: (_, { attributes = {} }, work) => {
      spans.push(attributes);
      const note = (noted: SpanAttributes) => void spans.push(noted);
      return work({ traceId: '', rename: () => {}, note, failed: () => {} });
    },
    close: async () => {},
  };
  const answered = () => {
    answers += 1;
  };
  const watched = watchedTransport(transport, { meter, tracing, answered });
  const told = await watched
    .deliver({ ...mail, message_id: '<verify_email.0b8f@zavet.test>' })
    .then(
      () => 'taken',
      (error: unknown) => error,
    );
  return { told, counted, answers, spans };
}

describe('a mail on its way', () => {
  it('is counted as taken, and shows that the mail server answers', async () => {
    expect(await deliverMail('taken')).toEqual({
      told: 'taken',
      counted: ['taken'],
      answers: 1,
      spans: [{ 'zavet.mail': 'verify_email' }],
    });
  });

  it.each([
    ['a permanent refusal', { permanent: true }, 'refused', 1],
    ['a refusal for now', { permanent: false }, 'postponed', 1],
    ['a server that does not answer', { permanent: false, isUnanswered: true }, 'postponed', 0],
    ['a line that breaks off', { permanent: false, isInterrupted: true }, 'postponed', 0],
    ['a mail whose turn comes later', { permanent: false, retryAfterMs: 1_000 }, 'held_back', 0],
  ])('is counted after %s, and fails as before', async (_, refusal, outcome, answers) => {
    const refused = new MailRefused('550 <anna@example.org> no', refusal);
    const heard = await deliverMail(refused);
    expect(heard).toMatchObject({ told: refused, counted: [outcome], answers });
    expect(heard.spans).toEqual([
      { 'zavet.mail': 'verify_email' },
      { 'zavet.mail_outcome': outcome },
    ]);
  });
});

function transportThat(refusal: MailRefused) {
  const lines: object[] = [];
  const log = pino({ base: null }, { write: (line) => void lines.push(JSON.parse(line)) });
  const deliver = () => Promise.reject(refusal);
  return { lines, transport: loggedTransport({ deliver, close: async () => {} }, log) };
}

test('every mail that is not taken is logged with reply, server and TLS, without an address', async () => {
  const line = { host: 'mx.example.org:25', tls: 'TLSv1.2' };
  const refusal = new MailRefused('550 5.1.1 <anna@example.org> unknown', {
    permanent: true,
    ...line,
  });
  const { lines, transport } = transportThat(refusal);

  expect(await refusalOf(transport.deliver(mail))).toBe(refusal);
  expect(lines).toMatchObject([
    {
      code: 'mail_not_taken',
      message_id: mail.message_id,
      is_permanent: true,
      reply: '550 5.1.1 <[address]> unknown',
      status_code: 550,
      ...line,
    },
  ]);
  expect(JSON.stringify(lines)).not.toContain('anna@');
});

test('a mail that only waits for its turn is no line of the log', async () => {
  const refusal = new MailRefused('later', { permanent: false, retryAfterMs: 1_000 });
  const { lines, transport } = transportThat(refusal);
  await refusalOf(transport.deliver(mail));
  expect(lines).toEqual([]);
});
