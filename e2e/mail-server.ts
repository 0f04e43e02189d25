import { once } from 'node:events';
import { text as readText } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import type { Mail, MailSource } from './mailbox.ts';

/** A real mail server on loopback that takes everything and shows what it took. */
export interface MailServer extends MailSource {
  url: string;
  stop(): Promise<void>;
}

export async function startMailServer(): Promise<MailServer> {
  const taken: (Mail & { id: string; to: string })[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData: (stream, { envelope }, done) => {
      readText(stream).then((source) => {
        const to = envelope.rcptTo.map(({ address }) => address).join();
        taken.unshift({ id: String(taken.length), to, ...readMail(source) });
        done();
      }, done);
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as { port: number };
  return {
    url: `smtp://127.0.0.1:${port}`,
    list: async () => taken,
    get: async (id) => {
      const mail = taken.find((one) => one.id === id);
      if (!mail) throw new Error(`No mail ${id}.`);
      return mail;
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** The subject as it was sent, and the part that is plain text. */
function readMail(source: string): Mail {
  const subject = /^Subject: (.*)$/m.exec(source)?.[1]?.trim() ?? '';
  const part = source
    .split(/\r\n--[^\r]+\r\n/)
    .find((one) => /^Content-Type: text\/plain/i.test(one));
  if (part === undefined) throw new Error(`A mail without a text part: ${subject}`);
  const [head = '', ...rest] = part.split('\r\n\r\n');
  return { subject, text: decoded(head, rest.join('\r\n\r\n')) };
}

function decoded(head: string, body: string): string {
  if (/encoding: base64/i.test(head)) return Buffer.from(body, 'base64').toString('utf8');
  if (!/encoding: quoted-printable/i.test(head)) return body;
  const bytes = body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
