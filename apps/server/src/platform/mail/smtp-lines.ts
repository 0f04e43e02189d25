import { TLSSocket } from 'node:tls';
import type { MailLine } from './mail-transport.ts';

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
export function watchLines(transporter: object): { of(outcome: object): MailLine } {
  const pool = transporter as Pool;
  const lines = new WeakMap<object, MailLine>();
  const send = pool.send.bind(pool);

  function lineOf(mail: PooledMail): MailLine | undefined {
    const holder = pool._connections.find((one) => one.queueEntry && one.queueEntry.mail === mail);
    const connection = holder?.connection;
    if (!connection) return undefined;
    const host = `${pool.options.host ?? 'localhost'}:${connection.port}`;
    return connection.stage === 'init' ? { host } : { host, tls: tlsOf(connection) };
  }

  pool.send = (mail, done) => {
    const { message } = mail;
    const read = message.createReadStream.bind(message);
    let line: MailLine | undefined;
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
