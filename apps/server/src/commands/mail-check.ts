import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { type Configuration, readConfiguration } from '../config/configuration.ts';
import { deskTestMail } from '../features/desk/service-status/service-acts.ts';
import { systemClock } from '../platform/clock.ts';
import { checkMail } from '../platform/doctor/check-mail.ts';
import { type Finding, findingLines, isFine } from '../platform/doctor/finding.ts';
import { createMailDns } from '../platform/doctor/mail-dns.ts';
import { newId } from '../platform/ids.ts';
import { MailRefused, replyFacts } from '../platform/mail/mail-transport.ts';
import { deliverMail } from '../platform/mail/mailer.ts';
import { createSmtpTransport } from '../platform/mail/smtp-transport.ts';
import { writeMail } from '../platform/mail/templates/write-mail.tsx';
import { CommandRefused, UsageInvalid } from '../platform/process.ts';
import { type Command, withUsage } from './run-command.ts';

/** Checks the mail setup as receivers do, and optionally sends a test mail. */
export const command: Command = async (args, { print, env }) => {
  const { to, addresses, dns } = parseArguments(args);
  const configuration = readConfiguration(env);
  const { smtpUrl, mailFrom: from, publicUrl, dkim } = configuration;
  if (!smtpUrl) throw new CommandRefused('SMTP_URL is not set: mail is captured, and none leaves.');
  const findings = await checkMail(createMailDns(dns), {
    smtpUrl,
    from,
    publicUrl,
    dkim,
    ...returnDomains(configuration),
    sendingAddresses: addresses,
    ownAddresses: Object.values(networkInterfaces())
      .flatMap((some) => some ?? [])
      .map(({ address }) => address),
  });
  if (to) findings.push(await checkWithTestMail({ ...configuration, smtpUrl }, to));
  for (const finding of findings)
    for (const line of findingLines(finding, 'missing'.length + 1)) print(line);
  if (!findings.every(isFine)) {
    throw new CommandRefused('Not everything is as it should be: see above.');
  }
};

function returnDomains({ bounces }: Pick<Configuration, 'bounces'>) {
  if (!bounces) return {};
  const { kind, domain } = bounces.destination;
  return { returnDomain: domain, bounceDomain: kind === 'domain' ? domain : undefined };
}

async function checkWithTestMail(
  configuration: Configuration & { smtpUrl: string },
  to: string,
): Promise<Finding> {
  const about = 'Test mail';
  const { isAccepted, reply } = await sendTestMail(configuration, to);
  if (!isAccepted) return { about, state: 'wrong', says: `not accepted: ${reply}` };
  const says = `accepted with «${reply}»; open it and look for spf=pass, dkim=pass and dmarc=pass in its header Authentication-Results`;
  return { about, state: 'ok', says };
}

interface Arguments {
  /** The recipient of a test mail. */
  to?: string;
  /** IP addresses from which mails are sent. */
  addresses: string[];
  /** Address of the name server to query. */
  dns?: string;
}

const usage =
  'Use zavet mail-check, with an e-mail address to send a test there; --address <IP address> says where mails leave from, --dns <address> which name server is asked.';

export function parseArguments(args: string[]): Arguments {
  const { values, positionals } = withUsage(usage, () =>
    parseArgs({ args, allowPositionals: true, options }),
  );
  const { address: addresses = [], dns } = values;
  const [to, ...rest] = positionals;
  const isValid =
    rest.length === 0 &&
    (to === undefined || z.email().safeParse(to).success) &&
    addresses.every((one) => isIP(one) !== 0) &&
    (dns === undefined || isNameServer(dns));
  if (!isValid) throw new UsageInvalid(usage);
  return { to, addresses, dns };
}

const options = {
  address: { type: 'string', multiple: true },
  dns: { type: 'string' },
} as const;

/** `address`, `address:port` or `[address]:port`. */
function isNameServer(value: string): boolean {
  const [, bracketed, plain] = /^(?:\[(.+)\]|([^:]+))(?::\d{1,5})?$/.exec(value) ?? [];
  return isIP(bracketed ?? plain ?? value) !== 0;
}

interface TestMailResult {
  isAccepted: boolean;
  /** Reply of the server, without addresses. */
  reply: string;
}

export async function sendTestMail(
  { smtpUrl, mailFrom, dkim, publicUrl, supportEmail }: Configuration & { smtpUrl: string },
  to: string,
): Promise<TestMailResult> {
  const site = { publicUrl, supportEmail };
  const transport = createSmtpTransport({ url: smtpUrl, from: mailFrom, dkim });
  const facts = { enqueued_at: systemClock.now().toISOString() };
  try {
    const written = await writeMail(deskTestMail, 'en', facts, site);
    const mailer = { transport, site };
    const recipient = { to, language: 'en' } as const;
    const receipt = await deliverMail(mailer, deskTestMail.name, newId(), recipient, written);
    return { isAccepted: true, reply: replyFacts(receipt, to).reply };
  } catch (error) {
    if (!(error instanceof MailRefused)) throw error;
    return { isAccepted: false, reply: replyFacts(error, to).reply };
  } finally {
    await transport.close();
  }
}
