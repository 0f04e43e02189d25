import { once } from 'node:events';
import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { SMTPServer, type SMTPServerDataStream } from 'smtp-server';
import type { Context } from '../../../context.ts';
import { limitSubjectOf } from '../../../platform/http/client-address.ts';
import { recordSourceFailure, recordSourceRead } from './bounce-repository.ts';
import { receiveReport, reportBanner } from './receive-report.ts';

export interface ReportListener {
  port: number;
  stop(): Promise<void>;
}

export interface ListenerOptions {
  host: string;
  port: number;
  /** Host name in the greeting. */
  domain: string;
  /** Without it, STARTTLS is not offered. */
  tls?: { cert: string; key: string };
}

const maxReportBytes = 1024 * 1024;
const second = 1_000;

/**
 * SMTP listener that accepts mail for return addresses only. A report is accepted after it is
 * stored; until then the sending server retries.
 */
export async function listenForReports(
  ctx: Context,
  { host, port, domain, tls }: ListenerOptions,
): Promise<ReportListener> {
  const { log } = ctx;
  const clients = createClientLimits();
  const server = new SMTPServer({
    name: domain,
    banner: reportBanner,
    size: maxReportBytes,
    authOptional: true,
    disabledCommands: tls ? ['AUTH'] : ['AUTH', 'STARTTLS'],
    ...tls,
    disableReverseLookup: true,
    logger: false,
    socketTimeout: 20 * second,
    closeTimeout: 5 * second,
    onRcptTo: ({ address }, _session, done) => {
      const isKnown = ctx.mailer.returnAddresses?.mailIdOf(address) !== undefined;
      done(isKnown ? null : smtpError(550, '5.1.1 no such address here'));
    },
    onData: (stream, session, done) => {
      const endReport = clients.startReport(session.remoteAddress, session.remotePort);
      const recipients = session.envelope.rcptTo.map(({ address }) => address);
      storeReport(ctx, stream, recipients).then(
        (refusal) => {
          endReport();
          done(refusal);
        },
        (error: unknown) => {
          endReport();
          log.error({ code: 'bounce_not_stored', err: error }, 'a report could not be stored');
          done(smtpError(451, '4.3.0 not stored, please try again'));
        },
      );
    },
  });
  server.on('error', (error) =>
    log.debug({ code: 'bounce_line_broken', err: error }, 'a connection of the listener failed'),
  );
  server.server.on('connection', clients.admit);
  server.listen(port, host);
  await once(server.server, 'listening');
  return {
    port: (server.server.address() as { port: number }).port,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

async function storeReport(
  ctx: Context,
  stream: SMTPServerDataStream,
  recipients: readonly string[],
): Promise<Error | null> {
  const { database, clock } = ctx;
  const source = await readUpTo(stream, maxReportBytes);
  if (stream.sizeExceeded) return smtpError(552, '5.3.4 longer than any report');
  try {
    await receiveReport(ctx, source, recipients);
    await recordSourceRead(database, 'listener', clock.now());
  } catch (error) {
    await recordSourceFailure(database, 'listener', 'not_stored', clock.now()).catch(() => {});
    throw error;
  }
  return null;
}

/** Reads the stream to its end, as SMTP requires, but keeps at most `maxBytes`. */
async function readUpTo(stream: Readable, maxBytes: number): Promise<Buffer> {
  const kept: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes <= maxBytes) kept.push(chunk);
  }
  return Buffer.concat(kept);
}

function smtpError(responseCode: number, text: string): Error {
  return Object.assign(new Error(text), { responseCode });
}

const maxClients = 100;
/** Mail servers forward several reports in parallel. */
const maxClientsPerAddress = 10;

interface Client {
  socket: Socket;
  address: string;
  isReporting: boolean;
}

/** Prevents idle connections from blocking clients with reports. */
function createClientLimits() {
  /** In the order of connection. */
  const clients = new Map<string, Client>();
  const keyOf = (address = '', port = 0) => `${address} ${port}`;

  return {
    /**
     * Rejects a client above the limit of its address. At the total limit, drops the oldest idle
     * one.
     */
    admit: (socket: Socket): void => {
      const address = limitSubjectOf(plainAddress(socket.remoteAddress));
      const sameAddress = [...clients.values()].filter((client) => client.address === address);
      if (sameAddress.length >= maxClientsPerAddress) return void socket.destroy();
      if (clients.size >= maxClients) {
        const idle = [...clients.values()].find(({ isReporting }) => !isReporting);
        if (!idle) return void socket.destroy();
        idle.socket.destroy();
      }
      const key = keyOf(plainAddress(socket.remoteAddress), socket.remotePort);
      clients.set(key, { socket, address, isReporting: false });
      socket.once('close', () => clients.delete(key));
    },
    /** Keeps the connection until the returned function is called. */
    startReport: (address: string, port: number): (() => void) => {
      const client = clients.get(keyOf(plainAddress(address), port));
      if (client) client.isReporting = true;
      return () => {
        if (client) client.isReporting = false;
      };
    },
  };
}

/** IPv4 addresses have an IPv6 form on dual-stack sockets. */
function plainAddress(address = ''): string {
  return address.replace(/^::ffff:/i, '');
}
