import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterEach } from 'vitest';
import type { Dkim } from '../src/platform/mail/dkim.ts';
import {
  MailRefused,
  type MailTransport,
  type OutgoingMail,
} from '../src/platform/mail/mail-transport.ts';
import type { SmtpTimeouts } from '../src/platform/mail/smtp-connection.ts';
import { createSmtpTransport, type SmtpOptions } from '../src/platform/mail/smtp-transport.ts';

export const mail: OutgoingMail = {
  to: 'anna@example.org',
  subject: 'Подтвердите адрес',
  html: '<p>Здравствуйте</p>',
  text: 'Здравствуйте',
  message_id: 'mail-1@zavet.example',
  language: 'ru',
};

const cleanUps: (() => Promise<unknown> | unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

interface Received {
  recipients: string[];
  /** The sender requested SMTPUTF8. */
  isUtf8: boolean;
  source: string;
}

/** A mail server with replaceable handlers. */
export async function startSmtpServer(options: SMTPServerOptions = {}) {
  const received: Received[] = [];
  const standIn = { received, connections: 0 };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    onConnect: (_session, done) => {
      standIn.connections += 1;
      done();
    },
    onData: (stream, session, done) => {
      readText(stream).then((source) => {
        received.push({
          recipients: session.envelope.rcptTo.map((one) => one.address),
          isUtf8: session.envelope.smtpUtf8 === true,
          source,
        });
        done(null, 'accepted');
      });
    },
    ...options,
  });
  server.on('error', () => {});
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as { port: number };
  const stop = () => new Promise<void>((resolve) => server.close(() => resolve()));
  cleanUps.push(stop);
  return Object.assign(standIn, { server, stop, url: `smtp://127.0.0.1:${port}` });
}

/** A server that never sends a greeting; `take` receives each connection. */
export async function startSilentServer(take: (line: Socket) => void = () => {}): Promise<string> {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket.on('error', () => {}));
    take(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanUps.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return `smtp://127.0.0.1:${(server.address() as { port: number }).port}`;
}

export function transportTo(url: string, timeouts: Partial<SmtpTimeouts> = {}): MailTransport {
  return openTransport({ url, timeouts: { ...usualTimeouts, ...timeouts } });
}

export function signedTransportTo(url: string, dkim: Dkim): MailTransport {
  return openTransport({ url, dkim, timeouts: usualTimeouts });
}

const usualTimeouts: SmtpTimeouts = { connection: 5000, greeting: 5000, socket: 5000 };

function openTransport(options: Omit<SmtpOptions, 'from'>): MailTransport {
  const transport = createSmtpTransport({ from: 'Завет <post@zavet.example>', ...options });
  cleanUps.push(() => transport.close());
  return transport;
}

export function smtpError(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}

export async function refusalOf(delivery: Promise<unknown>): Promise<MailRefused> {
  const outcome = await delivery.then(
    () => 'delivered',
    (error: unknown) => error,
  );
  if (outcome instanceof MailRefused) return outcome;
  throw new Error(`expected a refusal, got ${String(outcome)}`);
}
