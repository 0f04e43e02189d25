import { describe, expect, it } from 'vitest';
import type { Meter } from '../observability/meter.ts';
import type { SpanAttributes, Tracing } from '../observability/tracing.ts';
import { MailRefused, type MailTransport, type OutgoingMail } from './mail-transport.ts';
import { watchedTransport } from './open-mail.ts';

const mail = {
  to: 'anna@example.org',
  subject: 'subject',
  html: '',
  text: '',
  message_id: '<verify_email.0b8f@zavet.test>',
  language: 'ru',
};

type Outcome = 'taken' | MailRefused | Error;

/** Hands one mail over and tells what was heard of it. */
async function handOver(outcome: Outcome) {
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
  const told = await watched.deliver(mail).then(
    () => 'taken',
    (error: unknown) => error,
  );
  return { told, counted, answers, spans };
}

describe('a mail on its way', () => {
  it('is counted as taken, and shows that the mail server answers', async () => {
    expect(await handOver('taken')).toEqual({
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
    const heard = await handOver(refused);
    expect(heard).toMatchObject({ told: refused, counted: [outcome], answers });
    expect(heard.spans).toEqual([
      { 'zavet.mail': 'verify_email' },
      { 'zavet.mail_outcome': outcome },
    ]);
  });
});
