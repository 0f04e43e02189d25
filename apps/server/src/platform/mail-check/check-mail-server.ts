import { parseConnectionUrl } from 'nodemailer/lib/shared';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { Finding } from '../doctor/finding.ts';
import { isLoopback } from '../http/loopback.ts';
import { answerFacts } from '../mail/mail-answer.ts';
import { lineOptions, type SmtpTimeouts } from '../mail/smtp-line-options.ts';
import { tlsOf } from '../mail/smtp-lines.ts';

const about = 'Mail server';

interface Line {
  host: string;
  tls: string;
  isLoggedIn: boolean;
}

/** Connects, starts TLS and signs in; sends nothing. */
export async function checkMailServer(url: string, timeouts?: SmtpTimeouts): Promise<Finding> {
  try {
    return findingOf(await talkTo(url, timeouts));
  } catch (error) {
    const { response, message } = error as Error & { response?: string };
    const said = answerFacts({ response: response ?? message }).reply;
    const { hostname } = new URL(url);
    return { about, state: 'wrong', says: `${hostname} cannot be used: ${said}` };
  }
}

function findingOf({ host, tls, isLoggedIn }: Line): Finding {
  const login = isLoggedIn ? 'has let us in' : 'asks for no password';
  if (tls !== 'none')
    return { about, state: 'ok', says: `${host} answers over ${tls} and ${login}` };
  const isHere = isLoopback(host.slice(0, host.lastIndexOf(':')));
  if (isHere) return { about, state: 'ok', says: `${host}, on this machine, answers and ${login}` };
  const says = `${host} answers without TLS, so that others on the way can read mails; it ${login}`;
  return { about, state: 'note', says };
}

async function talkTo(url: string, timeouts?: SmtpTimeouts): Promise<Line> {
  const options = { ...lineOptions(url, timeouts), ...parseConnectionUrl(url) };
  const connection = new SMTPConnection(options);
  const { user, pass } = (options.auth ?? {}) as { user?: string; pass?: string };
  try {
    await step(connection, (done) => connection.connect(done));
    const isLoggedIn = user !== undefined && connection.allowsAuth;
    if (isLoggedIn) {
      const credentials = { user, pass: pass ?? '' };
      await step(connection, (done) => connection.login({ credentials }, done));
    }
    const host = `${connection.host}:${connection.port}`;
    return { host, tls: tlsOf(connection), isLoggedIn };
  } finally {
    connection.close();
  }
}

/** One exchange; a line that breaks in it is told by an event only. */
function step(
  connection: SMTPConnection,
  act: (done: (error?: Error | null) => void) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    connection.once('error', reject);
    act((error) => (error ? reject(error) : resolve()));
  });
}
