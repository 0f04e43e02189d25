import { TLSSocket } from 'node:tls';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { MailConnection } from './mail-transport.ts';

/** In milliseconds. */
export interface SmtpTimeouts {
  connection: number;
  greeting: number;
  socket: number;
}

const defaultTimeouts: SmtpTimeouts = { connection: 10_000, greeting: 10_000, socket: 30_000 };

/** Returns the connection options that are not part of the URL. */
export function connectionOptions(url: string, timeouts = defaultTimeouts) {
  return {
    // `?requireTLS=false` in the URL takes precedence, for a relay in a private network.
    requireTLS: sendsPassword(url),
    connectionTimeout: timeouts.connection,
    greetingTimeout: timeouts.greeting,
    dnsTimeout: timeouts.connection,
    socketTimeout: timeouts.socket,
  };
}

function sendsPassword(url: string): boolean {
  const { password, hostname } = new URL(url);
  return password !== '' && !['localhost', '127.0.0.1', '[::1]'].includes(hostname);
}

type Done = (error: Error | null, info?: object) => void;

/** The part of the library's pool that we use, mostly missing in its types. Tests cover it. */
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
 * Records the connection of each mail, which the library does not return. `get` finds it by receipt
 * or error.
 */
export function trackConnections(transporter: object): { get(outcome: object): MailConnection } {
  const pool = transporter as Pool;
  const connections = new WeakMap<object, MailConnection>();
  const send = pool.send.bind(pool);

  function connectionOf(mail: PooledMail): MailConnection | undefined {
    const holder = pool._connections.find((one) => one.queueEntry && one.queueEntry.mail === mail);
    const connection = holder?.connection;
    if (!connection) return undefined;
    const host = `${pool.options.host ?? 'localhost'}:${connection.port}`;
    return connection.stage === 'init' ? { host } : { host, tls: tlsOf(connection) };
  }

  pool.send = (mail, done) => {
    const { message } = mail;
    const read = message.createReadStream.bind(message);
    let connection: MailConnection | undefined;
    // Read while connected: the pool drops a broken connection before it reports the error.
    message.createReadStream = (...options) => {
      connection = connectionOf(mail);
      return read(...options);
    };
    send(mail, (error, info) => {
      const outcome = error ?? info;
      const known = connection ?? connectionOf(mail);
      if (outcome && known) connections.set(outcome, known);
      done(error, info);
    });
  };
  return { get: (outcome) => connections.get(outcome) ?? {} };
}

export function tlsOf({ secure, _socket }: Pick<Connection, 'secure' | '_socket'>): string {
  if (!secure) return 'none';
  return (_socket instanceof TLSSocket && _socket.getProtocol()) || 'TLS';
}

/** True if the local part is not ASCII. The domain does not matter: it is sent as `xn--…`. */
export function needsSmtpUtf8(address: string): boolean {
  return !/^[\x21-\x7e]+$/.test(address.slice(0, address.lastIndexOf('@')));
}

/**
 * Resolves with true if the server supports SMTPUTF8 (RFC 6531). The library would not check this
 * before sending to an address that requires it.
 */
export function announcesSmtpUtf8(options: SMTPConnection.Options): Promise<boolean> {
  const connection = new SMTPConnection(options);
  return new Promise((resolve, reject) => {
    connection.once('error', reject);
    connection.connect((error) => {
      if (error) return reject(error);
      // Missing in the library's types; covered by a test.
      const { _supportedExtensions: extensions = [] } = connection as unknown as {
        _supportedExtensions?: string[];
      };
      connection.quit();
      resolve(extensions.includes('SMTPUTF8'));
    });
  });
}
