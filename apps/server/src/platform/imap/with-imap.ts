import { isIP } from 'node:net';
import { rootCertificates } from 'node:tls';
import type { MailboxServer, MailboxTrouble } from '@zavet/contract/mail/mailbox-values';
import { ImapFlow } from 'imapflow';
import { type ImapSettings, type PinnedHost, pinAddress } from './imap-host.ts';
import { ImapTrouble, troubleOf } from './imap-trouble.ts';

export interface ImapAccess extends MailboxServer {
  user: string;
  password: string;
}

/** A signed-in line to a mail server. */
export interface ImapSession {
  /**
   * Asks the server something, for as long as it may take. Fails with the word for what went wrong,
   * also where the library would answer with nothing because the line is dead.
   */
  ask<T>(question: (client: ImapFlow) => Promise<T>): Promise<Exclude<T, undefined>>;
}

/** Of one answer. Messages are fetched in parts, so nothing longer is needed. */
const longestAnswerBytes = 8 * 1024 * 1024;
/** Of all answers to one command, which a server could send until the timeout. */
const mostBytesOfQuestion = 12 * 1024 * 1024;
const countedEveryMs = 100;

/**
 * Signs in, lets `work` ask, and hangs up, whatever happened. Every failure of the line or of the
 * server comes out as an ImapTrouble.
 */
export async function withImap<T>(
  settings: ImapSettings,
  access: ImapAccess,
  work: (line: ImapSession) => Promise<T>,
): Promise<T> {
  const client = await signedIn(settings, access);
  const ask: ImapSession['ask'] = async (question) => {
    const answer = await inTime(client, settings.timeouts.commandMs, () => question(client));
    // A dead line answers every question with undefined.
    if (answer === undefined || !client.usable) throw new ImapTrouble('unreachable');
    return answer as Exclude<Awaited<ReturnType<typeof question>>, undefined>;
  };
  try {
    return await work({ ask });
  } finally {
    // Nothing is open that a farewell would save, and a stalled server would not hear it.
    client.close();
  }
}

async function signedIn(settings: ImapSettings, access: ImapAccess): Promise<ImapFlow> {
  const began = performance.now();
  const left = () => settings.timeouts.connectMs - (performance.now() - began);
  const pinned = await inTime(undefined, left(), () =>
    pinAddress(settings, access.host, access.port),
  );
  for (const [place, address] of pinned.addresses.entries()) {
    const client = clientFor(settings, access, pinned, address);
    // Without a listener a broken line would end the process.
    client.on('error', () => {});
    try {
      await inTime(client, left(), () => client.connect());
      return client;
    } catch (error) {
      client.close();
      const isLast = place === pinned.addresses.length - 1;
      if (isLast || troubleOf(error) !== 'unreachable') throw error;
    }
  }
  throw new ImapTrouble('unreachable');
}

function clientFor(
  { extraCertificates, timeouts }: ImapSettings,
  { port, security, user, password }: ImapAccess,
  { name, isAllowed }: PinnedHost,
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
    tls: {
      minVersion: 'TLSv1.2',
      rejectUnauthorized: true,
      // Everybody else has a certificate that everybody trusts.
      ...(isAllowed && extraCertificates && { ca: [...rootCertificates, extraCertificates] }),
    },
    logger: false,
    // It would say what nobody asked for, and a packed answer has no size before it is unpacked.
    disableAutoIdle: true,
    disableAutoEnable: true,
    disableCompression: true,
    connectionTimeout: timeouts.connectMs,
    greetingTimeout: timeouts.connectMs,
    socketTimeout: timeouts.commandMs,
    maxLineLength: longestAnswerBytes,
    maxLiteralSize: longestAnswerBytes,
    maxResponseSize: longestAnswerBytes,
  });
}

/** Hangs up on a server that does not answer in time. */
async function inTime<T>(
  client: ImapFlow | undefined,
  ms: number,
  work: () => Promise<T>,
): Promise<T> {
  const late = Promise.withResolvers<never>();
  const giveUp = (trouble: MailboxTrouble) => {
    late.reject(new ImapTrouble(trouble));
    client?.close();
  };
  const timer = setTimeout(() => giveUp('unreachable'), ms);
  const received = () => client?.stats().received ?? 0;
  const before = received();
  const counting = setInterval(() => {
    if (received() - before > mostBytesOfQuestion) giveUp('server_failed');
  }, countedEveryMs);
  try {
    return await Promise.race([work(), late.promise]);
  } catch (error) {
    throw new ImapTrouble(troubleOf(error));
  } finally {
    clearTimeout(timer);
    clearInterval(counting);
  }
}
