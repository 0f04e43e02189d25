import { once } from 'node:events';
import { connect } from 'node:net';
import type { WebService } from '../../../platform/doctor/check-web.ts';
import { type Finding, ok, warning, wrong } from '../../../platform/doctor/finding.ts';
import { connectionProblem } from '../../../platform/doctor/http-probe.ts';
import { ImapTrouble } from '../../../platform/imap/imap-trouble.ts';
import { withImap } from '../../../platform/imap/with-imap.ts';
import { type BounceMailbox, reportBanner } from '../../mail/bounces/index.ts';

const bouncesHeading = 'Delivery reports';

const otherMailboxProblem = [
  'does not open the folder of BOUNCE_IMAP_URL',
  'See whether the folder is there; it is written behind the host.',
] as const;

const mailboxProblems: Record<string, readonly [string, string]> = {
  login_refused: ['refuses user or password', 'Look at BOUNCE_IMAP_URL; @ is written as %40.'],
  certificate_refused: [
    'has a certificate that is not trusted',
    'Correct the host in BOUNCE_IMAP_URL, or name the file of its authority in NODE_EXTRA_CA_CERTS.',
  ],
  unreachable: ['cannot be reached', 'Look at BOUNCE_IMAP_URL, the network and the firewall.'],
};

const greetingMs = 5_000;

interface PaymentAccess {
  apiUrl: string;
  shopId: string;
  secretKey: string;
}

interface ModelAccess {
  baseUrl: string;
  apiKey: string | undefined;
  model: string;
}

/** The check lists at most one payment and changes nothing. */
export function paymentService({ apiUrl, shopId, secretKey }: PaymentAccess): WebService {
  const credentials = Buffer.from(`${shopId}:${secretKey}`).toString('base64');
  return {
    about: 'Payments',
    url: `${apiUrl.replace(/\/+$/, '')}/payments?limit=1`,
    headers: { authorization: `Basic ${credentials}` },
    addressVariable: 'YOOKASSA_API_URL',
    accessVariables: 'YOOKASSA_SHOP_ID and YOOKASSA_SECRET_KEY',
  };
}

/** The check lists the models and sends no prompt. */
export function modelService({ baseUrl, apiKey, model }: ModelAccess): WebService {
  const about = 'Assistant';
  return {
    about,
    url: `${baseUrl.replace(/\/+$/, '')}/models`,
    headers: apiKey ? { authorization: `Bearer ${apiKey}` } : {},
    addressVariable: 'AI_BASE_URL',
    accessVariables: 'AI_API_KEY',
    isRequestOptional: true,
    judge: (text) => {
      const models = modelsIn(text);
      if (models.length === 0 || models.includes(model)) return undefined;
      const says = `the service does not list the model ${model}`;
      return warning(about, says, 'Look at AI_MODEL.');
    },
  };
}

/** An unparseable response counts as an empty list. */
function modelsIn(text: string): unknown[] {
  try {
    const { data } = JSON.parse(text) as { data?: { id?: unknown }[] };
    return Array.isArray(data) ? data.map(({ id }) => id) : [];
  } catch {
    return [];
  }
}

export async function checkBounceMailbox(mailbox: BounceMailbox): Promise<Finding> {
  const { imap, access, folder } = mailbox;
  try {
    await withImap(imap, access, (line) => line.ask((client) => client.mailboxOpen(folder)));
    return ok(bouncesHeading, `the mailbox at ${access.host} can be read`);
  } catch (error) {
    if (!(error instanceof ImapTrouble)) throw error;
    const [says, todo] = mailboxProblems[error.trouble] ?? otherMailboxProblem;
    return wrong(bouncesHeading, `${access.host} ${says}`, todo);
  }
}

/** Checks that our own listener answers on the port for bounces. */
export async function checkBouncePort(
  host: string,
  port: number,
  signal: AbortSignal,
): Promise<Finding> {
  const isEverywhere = host === '0.0.0.0' || host === '::';
  const socket = connect({ host: isEverywhere ? '127.0.0.1' : host, port, signal });
  socket.setTimeout(greetingMs, () => socket.destroy(new Error('timed out')));
  try {
    const [greeting] = (await once(socket, 'data')) as [Buffer];
    if (greeting.toString().includes(reportBanner)) {
      return ok(bouncesHeading, `they are accepted on port ${port}`);
    }
    const says = `port ${port} belongs to another program`;
    return wrong(bouncesHeading, says, 'Stop that program, or set BOUNCE_PORT to another port.');
  } catch (error) {
    if (!connectionProblem(error)) throw error;
    const says = `nothing accepts them on port ${port} of this machine`;
    const todo =
      'Start the process that does the jobs; on other machines than its own that is right.';
    return warning(bouncesHeading, says, todo);
  } finally {
    socket.destroy();
  }
}
