import { once } from 'node:events';
import { text as readText } from 'node:stream/consumers';
import PostalMime from 'postal-mime';
import { SMTPServer, type SMTPServerSession } from 'smtp-server';

/** An SMTP server with configurable responses that can be stopped and restarted. */
export interface SmtpStandIn {
  url: string;
  accepted: ArrivedMail[];
  /** Mails that were received but refused. */
  refused: ArrivedMail[];
  /** Sets the response to mails for a recipient, 250 by default; a promise delays it. */
  answer(to: string, response: Answer | Promise<Answer>): void;
  /** Announces SMTPUTF8 (non-ASCII addresses), as by default. */
  announceUtf8(isAnnounced: boolean): void;
  stop(): Promise<void>;
  start(): Promise<void>;
}

/** `unknown`: the address is refused before the message is sent. */
interface Answer {
  code: number;
  unknown?: boolean;
  words?: string;
}

export async function startSmtpStandIn(): Promise<SmtpStandIn> {
  const accepted: ArrivedMail[] = [];
  const refused: ArrivedMail[] = [];
  const answers = new Map<string, Answer | Promise<Answer>>();
  const respondTo = async (mail: ArrivedMail): Promise<Error | null> => {
    const answer = (await answers.get(mail.to)) ?? { code: 250 };
    const isAccepted = answer.code === 250;
    (isAccepted ? accepted : refused).push(mail);
    return isAccepted ? null : refusal(answer);
  };
  let server: SMTPServer;
  let port = 0;
  let hideSMTPUTF8 = false;
  const start = async () => {
    server = new SMTPServer({
      authOptional: true,
      hideSMTPUTF8,
      // Closes open connections, as a machine that goes down does.
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
          .then((source) => parseArrivedMail(to?.address ?? '', source, senderOf(session)))
          .then(respondTo)
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
    accepted,
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

export interface ArrivedMail {
  to: string;
  /** The return address for reports. */
  sender: string;
  subject: string;
  text: string;
  message_id: string;
  /** Value of a header; empty if the mail has no such header. */
  header(name: string): string;
}

export async function parseArrivedMail(
  to: string,
  source: string,
  sender = '',
): Promise<ArrivedMail> {
  const { subject = '', text, messageId = '', headers } = await PostalMime.parse(source);
  if (text === undefined) throw new Error(`a mail without a text part: ${subject}`);
  return {
    to,
    sender,
    subject,
    text,
    message_id: messageId,
    header: (name) => headers.find(({ key }) => key === name.toLowerCase())?.value ?? '',
  };
}
