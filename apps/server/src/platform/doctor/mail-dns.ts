import { Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import ipaddr from 'ipaddr.js';

/** SPF records of large providers. */
const providers: readonly [host: RegExp, record: string][] = [
  [/(^|\.)yandex\.(ru|com|net)$/, '_spf.yandex.net'],
  [/(^|\.)mail\.ru$/, '_spf.mail.ru'],
  [/(^|\.)(gmail|google|googlemail)\.com$/, '_spf.google.com'],
  [/(^|\.)(office365|outlook)\.com$/, 'spf.protection.outlook.com'],
  [/(^|\.)amazonaws\.com$/, 'amazonses.com'],
  [/(^|\.)sendgrid\.net$/, 'sendgrid.net'],
  [/(^|\.)mailgun\.org$/, 'mailgun.org'],
];

/** Returns empty lists for missing records. */
export interface MailDns {
  txt(name: string): Promise<string[]>;
  /** Sorted by priority. */
  mx(name: string): Promise<string[]>;
  addresses(name: string): Promise<string[]>;
  names(address: string): Promise<string[]>;
}

/** No name server replied, or the lookup failed. */
export class DnsUnavailable extends Error {
  constructor(name: string) {
    super(`${name} could not be looked up: no name server gave an answer`);
  }
}

const missingRecordCodes = new Set(['ENOTFOUND', 'ENODATA']);

/** Uses the name servers of the system, or one given as `address` or `address:port`. */
export function createMailDns(server?: string): MailDns {
  const resolver = new Resolver({ timeout: 3_000, tries: 2 });
  if (server) resolver.setServers([server]);
  const lookUp = async <T>(name: string, look: (name: string) => Promise<T[]>): Promise<T[]> => {
    try {
      return await look(domainToASCII(name) || name);
    } catch (error) {
      if (missingRecordCodes.has((error as NodeJS.ErrnoException).code ?? '')) return [];
      throw new DnsUnavailable(name);
    }
  };
  return {
    txt: async (name) =>
      (await lookUp(name, (one) => resolver.resolveTxt(one))).map((strings) => strings.join('')),
    mx: async (name) => {
      const records = await lookUp(name, (one) => resolver.resolveMx(one));
      return records.sort((a, b) => a.priority - b.priority).map(({ exchange }) => exchange);
    },
    addresses: async (name) => [
      ...(await lookUp(name, (one) => resolver.resolve4(one))),
      ...(await lookUp(name, (one) => resolver.resolve6(one))),
    ],
    names: (address) => lookUp(address, () => resolver.reverse(address)),
  };
}

/** Parses the `name=value;` lists of DKIM and DMARC records. */
export function tagsOf(text: string): Map<string, string> {
  const pairs = text.split(';').map((one) => {
    const at = one.indexOf('=');
    return [one.slice(0, at).trim().toLowerCase(), one.slice(at + 1).trim()] as const;
  });
  return new Map(pairs.filter(([name]) => /^[a-z]\w*$/.test(name)));
}

export interface SendingHost {
  host: string;
  /** SPF record of a large provider, whose addresses change. */
  provider?: string;
  /** Public sending addresses; empty if unknown. */
  addresses: readonly string[];
  /** True for our own server, whose reverse names we can set. */
  isOwn: boolean;
}

/**
 * Returns the host that sends our mails. The sending address of a local relay is unknown, so
 * `given` addresses or public addresses of this machine are used.
 */
export async function findSendingHost(
  dns: Pick<MailDns, 'addresses'>,
  host: string,
  given: readonly string[],
  localAddresses: readonly string[],
): Promise<SendingHost> {
  if (given.length > 0) return { host, addresses: given, isOwn: true };
  const provider = providers.find(([pattern]) => pattern.test(host.toLowerCase()))?.[1];
  if (provider) return { host, provider, addresses: [], isOwn: false };
  const isNamed = !isIP(host) && host !== 'localhost';
  const addresses = isNamed ? await dns.addresses(host) : isIP(host) ? [host] : [];
  const reachable = addresses.filter(isPublic);
  if (reachable.length > 0) return { host, addresses: reachable, isOwn: true };
  return { host, addresses: localAddresses.filter(isPublic), isOwn: true };
}

function isPublic(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'unicast';
}
