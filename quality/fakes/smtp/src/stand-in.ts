import { once } from 'node:events';
import { text as readText } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerSession } from 'smtp-server';
import { type ArrivedMail, arrivedMail } from './arrived-mail.ts';

/** A real mail server that can be told how to answer, stopped and started again. */
export interface SmtpStandIn {
  url: string;
  /** What was taken, and what was refused after it had been read. */
  taken: ArrivedMail[];
  refused: ArrivedMail[];
  /** How the next messages to these recipients are answered; 250 by default, held while pending. */
  answer(to: string, response: Answer | Promise<Answer>): void;
  /** Whether it says that it takes addresses that are not ASCII; it does by default. */
  announceUtf8(isAnnounced: boolean): void;
  stop(): Promise<void>;
  start(): Promise<void>;
}

/** `unknown`: already the address is refused, before the message. */
interface Answer {
  code: number;
  unknown?: boolean;
  words?: string;
}

export async function startSmtpStandIn(): Promise<SmtpStandIn> {
  const taken: ArrivedMail[] = [];
  const refused: ArrivedMail[] = [];
  const answers = new Map<string, Answer | Promise<Answer>>();
  const settle = async (mail: ArrivedMail): Promise<Error | null> => {
    const answer = (await answers.get(mail.to)) ?? { code: 250 };
    const isTaken = answer.code === 250;
    (isTaken ? taken : refused).push(mail);
    return isTaken ? null : refusal(answer);
  };
  let server: SMTPServer;
  let port = 0;
  let hideSMTPUTF8 = false;
  const start = async () => {
    server = new SMTPServer({
      authOptional: true,
      hideSMTPUTF8,
      // Kept connections are cut off, as by a machine that goes down.
      closeTimeout: 50,
      disabledCommands: ['AUTH', 'STARTTLS'],
      onRcptTo: ({ address }, _session, done) => {
        const answer = answers.get(address);
        const isUnknown = answer && 'unknown' in answer && answer.unknown;
        done(isUnknown ? refusal(answer) : null);
      },
      onData: (stream, session, done) => {
        const [to] = session.envelope.rcptTo;
        readText(stream)
          .then((source) => arrivedMail(to?.address ?? '', source, senderOf(session)))
          .then(settle)
          .then((error) => done(error), done);
      },
    });
    server.on('error', () => {});
    server.listen(port, '127.0.0.1');
    await once(server.server, 'listening');
    port = (server.server.address() as { port: number }).port;
  };
  await start();
  return {
    url: `smtp://127.0.0.1:${port}`,
    taken,
    refused,
    answer: (to, response) => void answers.set(to, response),
    announceUtf8: (isAnnounced) => {
      hideSMTPUTF8 = !isAnnounced;
      server.options.hideSMTPUTF8 = hideSMTPUTF8;
    },
    start,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function refusal({ code, words = 'refused' }: Answer): Error {
  return Object.assign(new Error(words), { responseCode: code });
}

function senderOf({ envelope }: SMTPServerSession): string {
  return envelope.mailFrom === false ? '' : envelope.mailFrom.address;
}
