import { once } from 'node:events';
import type { Socket } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { type ArrivedMail, parseArrivedMail } from '@zavet/smtp-stand-in/stand-in';
import { SMTPServer, type SMTPServerSession } from 'smtp-server';

/**
 * Behaviour for a mail. `fine`: accepts it with 250. `slow`: accepts it after a delay. `busy`,
 * `refusing`: responds with 451 or 550. `hanging`: reads it and never responds. `cutting`: accepts it,
 * but closes the connection instead of responding. `dying`: accepts it with 250, then stops.
 */
export type Behaviour = 'fine' | 'slow' | 'busy' | 'refusing' | 'hanging' | 'cutting' | 'dying';

/** A mail server on loopback that records accepted mails. */
export interface MailServer {
  url: string;
  accepted: ArrivedMail[];
  /** Sets the behaviour for all following mails. */
  respondWith(behaviour: (mail: ArrivedMail) => Behaviour): void;
  /** Refuses this address as unknown; without an argument, accepts all. */
  rejectAddress(address?: string): void;
  /** Number of mails not treated as `fine` since the behaviour was set. */
  disturbedCount(): number;
  isUp(): boolean;
  start(): Promise<void>;
  /** Closes the port and cuts all connections. */
  stop(): Promise<void>;
}

const slowMs = 80;
const codes = { busy: 451, refusing: 550 };

export async function startMailServer(): Promise<MailServer> {
  const accepted: ArrivedMail[] = [];
  let behaviour: (mail: ArrivedMail) => Behaviour = () => 'fine';
  let disturbedCount = 0;
  let rejected: string | undefined;
  let server: SMTPServer | undefined;
  let port = 0;
  const connections = new Set<Socket>();

  /** Undefined means that no response is sent. */
  async function respondTo(mail: ArrivedMail): Promise<{ error: Error | null } | undefined> {
    const chosen = behaviour(mail);
    if (chosen !== 'fine') disturbedCount += 1;
    switch (chosen) {
      case 'busy':
      case 'refusing':
        return { error: refusal(codes[chosen], chosen) };
      case 'hanging':
        return undefined;
      case 'cutting':
        accepted.push(mail);
        cutConnections();
        return undefined;
      case 'dying':
        accepted.push(mail);
        // Stops after the 250 was sent.
        setImmediate(() => void stop());
        return { error: null };
      case 'slow':
        await pause(slowMs);
        accepted.push(mail);
        return { error: null };
      case 'fine':
        accepted.push(mail);
        return { error: null };
    }
  }

  function cutConnections(): void {
    for (const connection of connections) connection.destroy();
    connections.clear();
  }

  async function start(): Promise<void> {
    const starting = new SMTPServer({
      authOptional: true,
      closeTimeout: 10,
      disabledCommands: ['AUTH', 'STARTTLS'],
      onRcptTo: ({ address }, _session, done) =>
        done(address === rejected ? refusal(codes.refusing, 'no such address') : null),
      onData: (stream, session, done) => {
        const [to] = session.envelope.rcptTo;
        readText(stream)
          .then((source) => parseArrivedMail(to?.address ?? '', source, senderOf(session)))
          .then(respondTo)
          .then((answer) => answer && done(answer.error), done);
      },
    });
    starting.on('error', () => {});
    starting.server.on('connection', (connection) => {
      connections.add(connection);
      connection.once('close', () => connections.delete(connection));
    });
    starting.listen(port, '127.0.0.1');
    await once(starting.server, 'listening');
    port = (starting.server.address() as { port: number }).port;
    server = starting;
  }

  async function stop(): Promise<void> {
    const stopping = server;
    server = undefined;
    if (!stopping) return;
    const stopped = new Promise<void>((resolve) => stopping.close(() => resolve()));
    cutConnections();
    await stopped;
  }

  await start();
  return {
    url: `smtp://127.0.0.1:${port}`,
    accepted,
    respondWith: (next) => {
      behaviour = next;
      disturbedCount = 0;
    },
    rejectAddress: (address) => {
      rejected = address;
    },
    disturbedCount: () => disturbedCount,
    isUp: () => server !== undefined,
    start,
    stop,
  };
}

function senderOf({ envelope }: SMTPServerSession): string {
  return envelope.mailFrom === false ? '' : envelope.mailFrom.address;
}

function refusal(responseCode: number, reason: string): Error {
  return Object.assign(new Error(reason), { responseCode });
}
