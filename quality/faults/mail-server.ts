import { once } from 'node:events';
import type { Socket } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { type ArrivedMail, arrivedMail } from '@zavet/smtp-stand-in/arrived-mail';
import { SMTPServer, type SMTPServerSession } from 'smtp-server';

/**
 * How a mail is met:
 * - `fine`: taken and answered with 250
 * - `slow`: the same, after a while
 * - `busy`, `refusing`: answered with 451 or 550
 * - `hanging`: read and never answered
 * - `cutting`: taken, and the line is cut in place of the 250
 * - `dying`: taken and answered with 250, whereupon the whole server is gone
 */
export type Manner = 'fine' | 'slow' | 'busy' | 'refusing' | 'hanging' | 'cutting' | 'dying';

/** A mail server on loopback that remembers what it took. */
export interface MailServer {
  url: string;
  taken: ArrivedMail[];
  /** Decides about each mail; given once for all that follow. */
  meet(manner: (mail: ArrivedMail) => Manner): void;
  /** Refuses this address as one that does not exist; without one, none. */
  forget(address?: string): void;
  /** How many mails were met other than fine, since the manner was given. */
  troubled(): number;
  isUp(): boolean;
  start(): Promise<void>;
  /** Closes the port and cuts all lines. */
  stop(): Promise<void>;
}

const slowMs = 80;
const codes = { busy: 451, refusing: 550 };

export async function startMailServer(): Promise<MailServer> {
  const taken: ArrivedMail[] = [];
  let manner: (mail: ArrivedMail) => Manner = () => 'fine';
  let troubled = 0;
  let forgotten: string | undefined;
  let server: SMTPServer | undefined;
  let port = 0;
  const lines = new Set<Socket>();

  /** Undefined: there will be no answer. */
  async function settle(mail: ArrivedMail): Promise<{ error: Error | null } | undefined> {
    const met = manner(mail);
    if (met !== 'fine') troubled += 1;
    switch (met) {
      case 'busy':
      case 'refusing':
        return { error: refusal(codes[met], met) };
      case 'hanging':
        return undefined;
      case 'cutting':
        taken.push(mail);
        cutLines();
        return undefined;
      case 'dying':
        taken.push(mail);
        // After the 250 has gone out.
        setImmediate(() => void stop());
        return { error: null };
      case 'slow':
        await pause(slowMs);
        taken.push(mail);
        return { error: null };
      case 'fine':
        taken.push(mail);
        return { error: null };
    }
  }

  function cutLines(): void {
    for (const line of lines) line.destroy();
    lines.clear();
  }

  async function start(): Promise<void> {
    const starting = new SMTPServer({
      authOptional: true,
      closeTimeout: 10,
      disabledCommands: ['AUTH', 'STARTTLS'],
      onRcptTo: ({ address }, _session, done) =>
        done(address === forgotten ? refusal(codes.refusing, 'no such address') : null),
      onData: (stream, session, done) => {
        const [to] = session.envelope.rcptTo;
        readText(stream)
          .then((source) => arrivedMail(to?.address ?? '', source, senderOf(session)))
          .then(settle)
          .then((answer) => answer && done(answer.error), done);
      },
    });
    starting.on('error', () => {});
    starting.server.on('connection', (line) => {
      lines.add(line);
      line.once('close', () => lines.delete(line));
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
    cutLines();
    await stopped;
  }

  await start();
  return {
    url: `smtp://127.0.0.1:${port}`,
    taken,
    meet: (next) => {
      manner = next;
      troubled = 0;
    },
    forget: (address) => {
      forgotten = address;
    },
    troubled: () => troubled,
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
