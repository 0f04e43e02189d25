import { once } from 'node:events';
import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { SMTPServer, type SMTPServerDataStream } from 'smtp-server';
import type { Context } from '../../../context.ts';
import { limitSubjectOf } from '../../../platform/http/client-address.ts';
import { recordRead, recordReadFailure } from './bounce-repository.ts';
import { receiveReport, reportBanner } from './receive-report.ts';

export interface ReportListener {
  port: number;
  stop(): Promise<void>;
}

export interface ListenerOptions {
  /** The address it listens on. */
  host: string;
  port: number;
  /** The name that it greets with. */
  domain: string;
  /** Without them nothing is said about encryption. */
  tls?: { cert: string; key: string };
}

const longestReportBytes = 1024 * 1024;
const second = 1_000;

/**
 * Takes mail for return addresses of ours and for no other. A report is accepted once it is stored;
 * until then its server keeps it and comes again.
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
    size: longestReportBytes,
    authOptional: true,
    disabledCommands: tls ? ['AUTH'] : ['AUTH', 'STARTTLS'],
    ...tls,
    // A name looked up for a stranger would cost time and tells nothing.
    disableReverseLookup: true,
    logger: false,
    socketTimeout: 20 * second,
    closeTimeout: 5 * second,
    onRcptTo: ({ address }, _session, done) =>
      done(ctx.mailer.returnAddresses?.mailIdOf(address) === undefined ? noSuchAddress() : null),
    onData: (stream, session, done) => {
      const isOver = clients.beginReport(session.remoteAddress, session.remotePort);
      const recipients = session.envelope.rcptTo.map(({ address }) => address);
      take(ctx, stream, recipients).then(
        (refusal) => {
          isOver();
          done(refusal);
        },
        (error: unknown) => {
          isOver();
          log.error({ code: 'bounce_not_stored', err: error }, 'a report could not be stored');
          done(answer(451, '4.3.0 not stored, please try again'));
        },
      );
    },
  });
  server.on('error', (error) =>
    log.debug({ code: 'bounce_line_broken', err: error }, 'a line of a reporting server broke'),
  );
  server.server.on('connection', clients.admit);
  server.listen(port, host);
  await once(server.server, 'listening');
  return {
    port: (server.server.address() as { port: number }).port,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

async function take(
  ctx: Context,
  stream: SMTPServerDataStream,
  recipients: readonly string[],
): Promise<Error | null> {
  const { database, clock } = ctx;
  const source = await readUpTo(stream, longestReportBytes);
  if (stream.sizeExceeded) return answer(552, '5.3.4 longer than any report');
  try {
    await receiveReport(ctx, source, recipients);
    await recordRead(database, 'listener', clock.now());
  } catch (error) {
    await recordReadFailure(database, 'listener', 'not_stored', clock.now()).catch(() => {});
    throw error;
  }
  return null;
}

/** Everything is read to its end, as the protocol wants it, and only so much is kept. */
async function readUpTo(stream: Readable, most: number): Promise<Buffer> {
  const kept: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes <= most) kept.push(chunk);
  }
  return Buffer.concat(kept);
}

const noSuchAddress = () => answer(550, '5.1.1 no such address here');

function answer(responseCode: number, text: string): Error {
  return Object.assign(new Error(text), { responseCode });
}

const mostClients = 100;
/** A mail server forwards several reports in parallel. */
const mostOfAddress = 10;

interface Client {
  socket: Socket;
  address: string;
  isReporting: boolean;
}

/** Keeps clients that only hold a connection from shutting out those that report. */
export function createClientLimits() {
  /** In the order in which they came. */
  const clients = new Map<string, Client>();
  const keyOf = (address = '', port = 0) => `${address} ${port}`;

  return {
    /** Refuses a client whose address has enough connections; makes room where all are taken. */
    admit: (socket: Socket): void => {
      const address = limitSubjectOf(plainAddress(socket.remoteAddress));
      const ofAddress = [...clients.values()].filter((one) => one.address === address);
      if (ofAddress.length >= mostOfAddress) return void socket.destroy();
      if (clients.size >= mostClients) {
        const idle = [...clients.values()].find(({ isReporting }) => !isReporting);
        if (!idle) return void socket.destroy();
        idle.socket.destroy();
      }
      const key = keyOf(plainAddress(socket.remoteAddress), socket.remotePort);
      clients.set(key, { socket, address, isReporting: false });
      socket.once('close', () => clients.delete(key));
    },
    /** Keeps the connection while a report is read and stored; call the result afterwards. */
    beginReport: (address: string, port: number): (() => void) => {
      const client = clients.get(keyOf(plainAddress(address), port));
      if (client) client.isReporting = true;
      return () => {
        if (client) client.isReporting = false;
      };
    },
  };
}

/** IPv4 looks like IPv6 on a socket that takes both. */
function plainAddress(address = ''): string {
  return address.replace(/^::ffff:/i, '');
}
