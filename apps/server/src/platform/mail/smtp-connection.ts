import { TLSSocket } from 'node:tls';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { MailConnection } from './mail-transport.ts';

const ascii = /^[\x21-\x7e]+$/;

/** In milliseconds. */
export interface SmtpTimeouts {
  connection: number;
  greeting: number;
  socket: number;
}

const second = 1000;

const usualTimeouts: SmtpTimeouts = {
  connection: 10 * second,
  greeting: 10 * second,
  socket: 30 * second,
};

/** How a mail server is talked to, besides what its URL says. */
export function lineOptions(url: string, timeouts = usualTimeouts) {
  return {
    // The URL has the last word: `?requireTLS=false` is there for a relay in the own network.
    requireTLS: carriesPassword(url),
    connectionTimeout: timeouts.connection,
    greetingTimeout: timeouts.greeting,
    dnsTimeout: timeouts.connection,
    socketTimeout: timeouts.socket,
  };
}

function carriesPassword(url: string): boolean {
  const { password, hostname } = new URL(url);
  return password !== '' && !['localhost', '127.0.0.1', '[::1]'].includes(hostname);
}

type Done = (error: Error | null, info?: object) => void;

/** What of the library's pool is looked at. Most of it is not in its types; tests notice if it goes. */
interface Pool {
  send(mail: PooledMail, done: Done): void;
  options: { host?: string };
  _connections: { queueEntry?: { mail: PooledMail } | false; connection?: Connection }[];
}

interface PooledMail {
  message: { createReadStream(...options: unknown[]): unknown };
}

interface Connection {
  stage: 'init' | 'connected';
  secure: boolean;
  port: number | string;
  _socket: unknown;
}

/**
 * Knows over which line a mail went, which the library does not say: `of` takes what came of it,
 * the receipt or the error.
 */
export function watchLines(transporter: object): { of(outcome: object): MailConnection } {
  const pool = transporter as Pool;
  const lines = new WeakMap<object, MailConnection>();
  const send = pool.send.bind(pool);

  function lineOf(mail: PooledMail): MailConnection | undefined {
    const holder = pool._connections.find((one) => one.queueEntry && one.queueEntry.mail === mail);
    const connection = holder?.connection;
    if (!connection) return undefined;
    const host = `${pool.options.host ?? 'localhost'}:${connection.port}`;
    return connection.stage === 'init' ? { host } : { host, tls: tlsOf(connection) };
  }

  pool.send = (mail, done) => {
    const { message } = mail;
    const read = message.createReadStream.bind(message);
    let line: MailConnection | undefined;
    // Read when the line stands; one that breaks off later is known to nobody any more.
    message.createReadStream = (...options) => {
      line = lineOf(mail);
      return read(...options);
    };
    send(mail, (error, info) => {
      const outcome = error ?? info;
      const known = line ?? lineOf(mail);
      if (outcome && known) lines.set(outcome, known);
      done(error, info);
    });
  };
  return { of: (outcome) => lines.get(outcome) ?? {} };
}

export function tlsOf({ secure, _socket }: Pick<Connection, 'secure' | '_socket'>): string {
  if (!secure) return 'none';
  return (_socket instanceof TLSSocket && _socket.getProtocol()) || 'TLS';
}

/** Domains travel as `xn--…`; only what stands before the @ needs a mail server that can do more. */
export function needsSmtpUtf8(address: string): boolean {
  return !ascii.test(address.slice(0, address.lastIndexOf('@')));
}

/**
 * Whether a mail server announces SMTPUTF8 (RFC 6531). The library would send such an address in
 * any case, and what another server makes of the bytes is anybody's guess.
 */
export function announcesSmtpUtf8(options: SMTPConnection.Options): Promise<boolean> {
  const connection = new SMTPConnection(options);
  return new Promise((resolve, reject) => {
    connection.once('error', reject);
    connection.connect((error) => {
      if (error) return reject(error);
      // Not in the library's types; a test notices if it goes.
      const { _supportedExtensions: extensions = [] } = connection as unknown as {
        _supportedExtensions?: string[];
      };
      connection.quit();
      resolve(extensions.includes('SMTPUTF8'));
    });
  });
}
