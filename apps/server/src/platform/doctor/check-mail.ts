import { isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';
import { parseConnectionUrl } from 'nodemailer/lib/shared';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import { isLoopback } from '../http/origin-checks.ts';
import type { Dkim } from '../mail/dkim.ts';
import { replyFacts } from '../mail/mail-transport.ts';
import { connectionOptions, type SmtpTimeouts, tlsOf } from '../mail/smtp-connection.ts';
import { checkDkim, checkDmarc } from './check-dkim-dmarc.ts';
import { checkSpf } from './check-spf.ts';
import type { DnsRecord, Finding } from './finding.ts';
import { DnsUnavailable, findSendingHost, type MailDns, type SendingHost } from './mail-dns.ts';

const aboutServer = 'Mail server';

export interface MailSetup {
  smtpUrl: string;
  from: string;
  publicUrl: string;
  dkim?: Dkim;
  /** Domain of return addresses, if other than the sender's. */
  returnDomain?: string;
  /** Domain of return addresses per mail, which needs an MX record. */
  bounceDomain?: string;
  /** Sending addresses given by the operator. */
  sendingAddresses: readonly string[];
  /** Addresses of this machine. */
  ownAddresses: readonly string[];
}

/** Checks everything that receivers check, and lists the missing DNS records. */
export async function checkMail(dns: MailDns, setup: MailSetup): Promise<Finding[]> {
  const { smtpUrl, dkim, bounceDomain, returnDomain } = setup;
  const from = domainOf(setup.from);
  const server = await checkMailServer(smtpUrl);
  if (!from.includes('.')) {
    const says = `MAIL_FROM is at ${from}, which no receiver believes: set it to an address at a domain of yours`;
    return [server, { about: 'Sender', state: 'wrong', says }];
  }
  const envelope = returnDomain ?? from;
  const host = new URL(smtpUrl).hostname.replace(/^\[(.*)\]$/, '$1');
  const publicHost = new URL(setup.publicUrl).hostname;
  const sending = () => findSendingHost(dns, host, setup.sendingAddresses, setup.ownAddresses);
  const signature = dkim?.domain;
  return [
    server,
    await checkOrUnknown('SPF', async () => checkSpf(dns, envelope, await sending())),
    await checkOrUnknown('DKIM', () => checkDkim(dns, dkim)),
    await checkOrUnknown('DMARC', () => checkDmarc(dns, { from, envelope, signature })),
    await checkOrUnknown('Return addresses', () =>
      checkReturnAddresses(dns, bounceDomain, publicHost),
    ),
    await checkOrUnknown('Reverse names', async () =>
      checkReverseNames(dns, await sending(), from),
    ),
  ];
}

/** Without an answer of the name server, the state of the records is unknown. */
async function checkOrUnknown(about: string, check: () => Promise<Finding>): Promise<Finding> {
  try {
    return await check();
  } catch (error) {
    if (!(error instanceof DnsUnavailable)) throw error;
    return { about, state: 'unknown', says: error.message };
  }
}

function domainOf(sender: string): string {
  return sender
    .slice(sender.lastIndexOf('@') + 1)
    .replace(/>\s*$/, '')
    .trim()
    .toLowerCase();
}

/** Mail to the return addresses requires an MX host with an address. */
export async function checkReturnAddresses(
  dns: Pick<MailDns, 'mx' | 'addresses'>,
  domain: string | undefined,
  publicHost: string,
): Promise<Finding> {
  const about = 'Return addresses';
  const enter: DnsRecord[] = [{ name: domain ?? '', type: 'MX', value: `10 ${publicHost}` }];
  if (!domain) {
    const says =
      'BOUNCE_DOMAIN is not set, so reports of mails that did not arrive go to the sender and are not processed';
    return { about, state: 'note', says };
  }
  const hosts = await dns.mx(domain);
  if (hosts.length === 0) {
    const says = `${domain} has no MX, so reports of mails that did not arrive may be lost`;
    return { about, state: 'missing', says, enter };
  }
  for (const host of hosts) {
    if ((await dns.addresses(host)).length > 0) continue;
    const says = `the MX of ${domain} names ${host}, which has no address`;
    return { about, state: 'wrong', says, enter };
  }
  return { about, state: 'ok', says: `reports to ${domain} go to ${hosts.join(', ')}` };
}

/** Many receivers refuse mail from addresses without matching reverse names. */
export async function checkReverseNames(
  dns: Pick<MailDns, 'names' | 'addresses'>,
  { host, addresses, isOwn }: SendingHost,
  fromDomain: string,
): Promise<Finding> {
  const about = 'Reverse names';
  if (!isOwn) return { about, state: 'ok', says: `are for ${host} to keep` };
  if (addresses.length === 0) {
    const says =
      'the address that mails leave from cannot be known from here, so give it: zavet mail-check --address <address>';
    return { about, state: 'note', says };
  }
  const found = await Promise.all(
    addresses.map(async (address) => ({ address, ...(await findReverseName(dns, address)) })),
  );
  const unnamed = found.filter(({ isConfirmed }) => !isConfirmed);
  if (unnamed.length === 0) {
    const pairs = found.map(({ address, name }) => `${address} is ${name}`).join(', ');
    return { about, state: 'ok', says: `${pairs}, and back` };
  }
  const named = unnamed.filter(({ name }) => name !== undefined);
  const ask = 'ask the provider of the address (your hosting) to enter it';
  const says =
    named.length > 0
      ? `${named.map(({ address, name }) => `${address} is called ${name}, which does not lead back to it`).join(', ')}; ${ask}`
      : `${unnamed.map(({ address }) => address).join(' and ')} has no name; ${ask}`;
  const name = isIPv4(host) || host === 'localhost' ? `mail.${fromDomain}` : host;
  const enter = unnamed.map(
    ({ address }): DnsRecord => ({
      name: reverseZoneOf(address),
      type: 'PTR',
      value: name,
    }),
  );
  return { about, state: named.length > 0 ? 'wrong' : 'missing', says, enter };
}

async function findReverseName(dns: Pick<MailDns, 'names' | 'addresses'>, address: string) {
  const names = await dns.names(address);
  const normalized = ipaddr.process(address).toString();
  for (const name of names) {
    const resolved = (await dns.addresses(name)).map((one) => ipaddr.process(one).toString());
    if (resolved.includes(normalized)) return { name, isConfirmed: true };
  }
  return { name: names[0], isConfirmed: false };
}

export function reverseZoneOf(address: string): string {
  if (isIPv4(address)) return `${address.split('.').reverse().join('.')}.in-addr.arpa`;
  const digits = ipaddr
    .parse(address)
    .toByteArray()
    .map((byte) => byte.toString(16).padStart(2, '0'));
  return `${[...digits.join('')].reverse().join('.')}.ip6.arpa`;
}

interface ServerLogin {
  host: string;
  tls: string;
  isLoggedIn: boolean;
}

/** Connects, starts TLS and signs in; sends nothing. */
export async function checkMailServer(url: string, timeouts?: SmtpTimeouts): Promise<Finding> {
  try {
    return findingOf(await logIn(url, timeouts));
  } catch (error) {
    const { response, message } = error as Error & { response?: string };
    const reply = replyFacts({ response: response ?? message }).reply;
    const { hostname } = new URL(url);
    return { about: aboutServer, state: 'wrong', says: `${hostname} cannot be used: ${reply}` };
  }
}

function findingOf({ host, tls, isLoggedIn }: ServerLogin): Finding {
  const about = aboutServer;
  const login = isLoggedIn ? 'has let us in' : 'asks for no password';
  if (tls !== 'none')
    return { about, state: 'ok', says: `${host} answers over ${tls} and ${login}` };
  const isHere = isLoopback(host.slice(0, host.lastIndexOf(':')));
  if (isHere) return { about, state: 'ok', says: `${host}, on this machine, answers and ${login}` };
  const says = `${host} answers without TLS, so that others on the way can read mails; it ${login}`;
  return { about, state: 'note', says };
}

async function logIn(url: string, timeouts?: SmtpTimeouts): Promise<ServerLogin> {
  const options = { ...connectionOptions(url, timeouts), ...parseConnectionUrl(url) };
  const connection = new SMTPConnection(options);
  const { user, pass } = (options.auth ?? {}) as { user?: string; pass?: string };
  try {
    await runStep(connection, (done) => connection.connect(done));
    const isLoggedIn = user !== undefined && connection.allowsAuth;
    if (isLoggedIn) {
      const credentials = { user, pass: pass ?? '' };
      await runStep(connection, (done) => connection.login({ credentials }, done));
    }
    const host = `${connection.host}:${connection.port}`;
    return { host, tls: tlsOf(connection), isLoggedIn };
  } finally {
    connection.close();
  }
}

/** A broken connection is only reported as an event. */
function runStep(
  connection: SMTPConnection,
  start: (done: (error?: Error | null) => void) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    connection.once('error', reject);
    start((error) => (error ? reject(error) : resolve()));
  });
}
