import { isIP } from 'node:net';
import type { MailboxServer, MailboxTrouble } from '@zavet/contract/mail/mailbox-values';
import { ImapFlow } from 'imapflow';
import { type ImapSettings, type PinnedHost, pinAddress } from './imap-host.ts';
import { ImapTrouble, troubleOf } from './imap-trouble.ts';

export interface ImapAccess extends MailboxServer {
  user: string;
  password: string;
}

export interface ImapSession {
  /** Runs a command with a timeout. Rejects with `ImapTrouble`, also for a dead connection. */
  ask<T>(command: (client: ImapFlow) => Promise<T>): Promise<Exclude<T, undefined>>;
}

/** Limit per response. Messages are fetched in parts. */
const maxResponseBytes = 8 * 1024 * 1024;
/** Limit for all responses to one command. */
const maxCommandBytes = 12 * 1024 * 1024;
const countIntervalMs = 100;

/** Runs `work` with a logged-in connection and closes it. Failures become `ImapTrouble`. */
export async function withImap<T>(
  settings: ImapSettings,
  access: ImapAccess,
  work: (session: ImapSession) => Promise<T>,
): Promise<T> {
  const client = await logIn(settings, access);
  const ask: ImapSession['ask'] = async (command) => {
    const answer = await withTimeout(client, settings.timeouts.commandMs, () => command(client));
    // The command returns undefined on a dead connection.
    if (answer === undefined || !client.usable) throw new ImapTrouble('unreachable');
    return answer as Exclude<Awaited<ReturnType<typeof command>>, undefined>;
  };
  try {
    return await work({ ask });
  } finally {
    // Closes without LOGOUT, which a stalled server would not answer.
    client.close();
  }
}

async function logIn(settings: ImapSettings, access: ImapAccess): Promise<ImapFlow> {
  const startedAt = performance.now();
  const remainingMs = () => settings.timeouts.connectMs - (performance.now() - startedAt);
  const pinned = await withTimeout(undefined, remainingMs(), () =>
    pinAddress(settings, access.host, access.port),
  );
  for (const [index, address] of pinned.addresses.entries()) {
    const client = createClient(settings, access, pinned, address);
    // An unhandled error event would end the process.
    client.on('error', () => {});
    try {
      await withTimeout(client, remainingMs(), () => client.connect());
      return client;
    } catch (error) {
      client.close();
      const isLast = index === pinned.addresses.length - 1;
      if (isLast || troubleOf(error) !== 'unreachable') throw error;
    }
  }
  throw new ImapTrouble('unreachable');
}

function createClient(
  { timeouts }: ImapSettings,
  { port, security, user, password }: ImapAccess,
  { name }: PinnedHost,
  address: string,
): ImapFlow {
  return new ImapFlow({
    host: address,
    port,
    ...(isIP(name) ? {} : { servername: name }),
    secure: security === 'tls',
    ...(security === 'starttls' && { doSTARTTLS: true }),
    auth: { user, pass: password },
    clientInfo: { name: 'Zavet' },
    tls: { minVersion: 'TLSv1.2', rejectUnauthorized: true },
    logger: false,
    // No unrequested responses, and no compression, which would hide the size of a response.
    disableAutoIdle: true,
    disableAutoEnable: true,
    disableCompression: true,
    connectionTimeout: timeouts.connectMs,
    greetingTimeout: timeouts.connectMs,
    socketTimeout: timeouts.commandMs,
    maxLineLength: maxResponseBytes,
    maxLiteralSize: maxResponseBytes,
    maxResponseSize: maxResponseBytes,
  });
}

/** Rejects and closes the connection after `ms`, or when `work` has received too many bytes. */
async function withTimeout<T>(
  client: ImapFlow | undefined,
  ms: number,
  work: () => Promise<T>,
): Promise<T> {
  const abort = Promise.withResolvers<never>();
  const abortWith = (trouble: MailboxTrouble) => {
    abort.reject(new ImapTrouble(trouble));
    client?.close();
  };
  const timer = setTimeout(() => abortWith('unreachable'), ms);
  const received = () => client?.stats().received ?? 0;
  const before = received();
  const counting = setInterval(() => {
    if (received() - before > maxCommandBytes) abortWith('server_failed');
  }, countIntervalMs);
  try {
    return await Promise.race([work(), abort.promise]);
  } catch (error) {
    throw new ImapTrouble(troubleOf(error));
  } finally {
    clearTimeout(timer);
    clearInterval(counting);
  }
}
