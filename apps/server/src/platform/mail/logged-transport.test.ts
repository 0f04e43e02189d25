import { pino } from 'pino';
import { expect, test } from 'vitest';
import { mail, refusalOf } from '../../../test/smtp-line.ts';
import { MailRefused } from './mail-transport.ts';
import { loggedTransport } from './open-mail.ts';

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
