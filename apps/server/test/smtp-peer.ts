import { once } from 'node:events';
import { text as readText } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { vi } from 'vitest';
import type { ReceivedMail, TestMailbox } from './test-mailbox.ts';

/** A mail as it came over the line. */
export interface ArrivedMail extends ReceivedMail {
  to: string;
  header(name: string): string;
}

/** A real mail server on loopback that can be told how to answer, stopped and started again. */
export interface SmtpPeer {
  url: string;
  /** What was taken, and what was refused after it had been read. */
  taken: ArrivedMail[];
  refused: ArrivedMail[];
  /** How the next messages to these recipients are answered; 250 by default, held while pending. */
  answer(to: string, response: { code: number } | Promise<{ code: number }>): void;
  mailbox: TestMailbox;
  stop(): Promise<void>;
  start(): Promise<void>;
}

export async function startSmtpPeer(): Promise<SmtpPeer> {
  const taken: ArrivedMail[] = [];
  const refused: ArrivedMail[] = [];
  const answers = new Map<string, { code: number } | Promise<{ code: number }>>();
  const settle = async (mail: ArrivedMail): Promise<Error | null> => {
    const { code } = (await answers.get(mail.to)) ?? { code: 250 };
    (code === 250 ? taken : refused).push(mail);
    return code === 250 ? null : Object.assign(new Error('refused'), { responseCode: code });
  };
  let server: SMTPServer;
  let port = 0;
  const start = async () => {
    server = new SMTPServer({
      authOptional: true,
      // Kept connections are cut off, as by a machine that goes down.
      closeTimeout: 50,
      disabledCommands: ['AUTH', 'STARTTLS'],
      onData: (stream, session, done) => {
        const [to] = session.envelope.rcptTo;
        readText(stream)
          .then((source) => settle(arrivedMail(to?.address ?? '', source)))
          .then((error) => done(error));
      },
    });
    server.on('error', () => {});
    server.listen(port, '127.0.0.1');
    await once(server.server, 'listening');
    port = (server.server.address() as { port: number }).port;
  };
  await start();
  return {
    url: `smtp://127.0.0.1:${port}`,
    taken,
    refused,
    answer: (to, response) => void answers.set(to, response),
    mailbox: mailboxOf(taken),
    start,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function mailboxOf(taken: ArrivedMail[]): TestMailbox {
  const receive = (address: string, count = 1) =>
    vi.waitFor(
      () => {
        const own = taken.filter(({ to }) => to === address);
        if (own.length < count) throw new Error(`${own.length} of ${count} mails to ${address}`);
        return own;
      },
      { timeout: 20_000, interval: 50 },
    );
  return {
    receive,
    latest: async (address, count) => {
      const mail = (await receive(address, count)).at(-1);
      if (!mail) throw new Error(`no mail to ${address}`);
      return mail;
    },
  };
}

function arrivedMail(to: string, source: string): ArrivedMail {
  const head = source.slice(0, source.indexOf('\r\n\r\n')).replace(/\r\n[ \t]+/g, ' ');
  const header = (name: string) =>
    head.match(new RegExp(`^${name}: (.*)$`, 'im'))?.[1]?.trim() ?? '';
  const text = plainPartOf(source);
  return {
    id: header('message-id'),
    to,
    subject: header('subject'),
    text,
    message_id: header('message-id'),
    header,
    tokenOf: (type) => {
      const link = text.match(/https?:\/\/\S+/g)?.find((url) => url.includes(`type=${type}`));
      const token = link && new URL(link).searchParams.get('token');
      if (!token) throw new Error(`no link with type=${type}`);
      return token;
    },
  };
}

function plainPartOf(source: string): string {
  const part = source
    .split(/\r\n--[^\r]+\r\n/)
    .find((one) => /^Content-Type: text\/plain/i.test(one));
  if (part === undefined) throw new Error('a mail without a text part');
  const [head = '', ...rest] = part.split('\r\n\r\n');
  const body = rest.join('\r\n\r\n');
  if (/encoding: base64/i.test(head)) return Buffer.from(body, 'base64').toString('utf8');
  if (!/encoding: quoted-printable/i.test(head)) return body;
  const bytes = body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
