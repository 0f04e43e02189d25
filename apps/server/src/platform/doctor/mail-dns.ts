import { Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import ipaddr from 'ipaddr.js';

/** Providers that send from many addresses and publish them under a name. */
const providers: readonly [host: RegExp, record: string][] = [
  [/(^|\.)yandex\.(ru|com|net)$/, '_spf.yandex.net'],
  [/(^|\.)mail\.ru$/, '_spf.mail.ru'],
  [/(^|\.)(gmail|google|googlemail)\.com$/, '_spf.google.com'],
  [/(^|\.)(office365|outlook)\.com$/, 'spf.protection.outlook.com'],
  [/(^|\.)amazonaws\.com$/, 'amazonses.com'],
  [/(^|\.)sendgrid\.net$/, 'sendgrid.net'],
  [/(^|\.)mailgun\.org$/, 'mailgun.org'],
];

/** DNS lookups for mail. Missing records are an empty list. */
export interface MailDns {
  txt(name: string): Promise<string[]>;
  /** Hosts that take mail for a domain, the best first. */
  mx(name: string): Promise<string[]>;
  addresses(name: string): Promise<string[]>;
  names(address: string): Promise<string[]>;
}

/** No name server answered, or not with an answer. */
export class DnsUnavailable extends Error {
  constructor(name: string) {
    super(`${name} could not be looked up: no name server gave an answer`);
  }
}

const noSuchRecord = new Set(['ENOTFOUND', 'ENODATA']);

/** Asks the name servers of this machine, or one that is given as `address` or `address:port`. */
export function createMailDns(server?: string): MailDns {
  const resolver = new Resolver({ timeout: 3_000, tries: 2 });
  if (server) resolver.setServers([server]);
  const found = async <T>(name: string, look: (name: string) => Promise<T[]>): Promise<T[]> => {
    try {
      return await look(domainToASCII(name) || name);
    } catch (error) {
      if (noSuchRecord.has((error as NodeJS.ErrnoException).code ?? '')) return [];
      throw new DnsUnavailable(name);
    }
  };
  return {
    txt: async (name) =>
      (await found(name, (one) => resolver.resolveTxt(one))).map((strings) => strings.join('')),
    mx: async (name) => {
      const records = await found(name, (one) => resolver.resolveMx(one));
      return records.sort((a, b) => a.priority - b.priority).map(({ exchange }) => exchange);
    },
    addresses: async (name) => [
      ...(await found(name, (one) => resolver.resolve4(one))),
      ...(await found(name, (one) => resolver.resolve6(one))),
    ],
    names: (address) => found(address, () => resolver.reverse(address)),
  };
}

/** The `name=value;` lists of DKIM and DMARC records. */
export function tagsOf(text: string): Map<string, string> {
  const pairs = text.split(';').map((one) => {
    const at = one.indexOf('=');
    return [one.slice(0, at).trim().toLowerCase(), one.slice(at + 1).trim()] as const;
  });
  return new Map(pairs.filter(([name]) => /^[a-z]\w*$/.test(name)));
}

/** The host that sends our mails to the internet, as far as it can be known from here. */
export interface SendingHost {
  host: string;
  /** The SPF record of a large provider, whose addresses change. */
  provider?: string;
  /** As receivers see them; empty where they cannot be known. */
  addresses: readonly string[];
  /** The addresses are ours, so their reverse names are ours to set. */
  isOwn: boolean;
}

/**
 * A relay on this machine or in the own network sends from an address that only its operator
 * knows: `given`, or a public one of this machine.
 */
export async function findSendingHost(
  dns: Pick<MailDns, 'addresses'>,
  host: string,
  given: readonly string[],
  own: readonly string[],
): Promise<SendingHost> {
  if (given.length > 0) return { host, addresses: given, isOwn: true };
  const provider = providers.find(([pattern]) => pattern.test(host.toLowerCase()))?.[1];
  if (provider) return { host, provider, addresses: [], isOwn: false };
  const isNamed = !isIP(host) && host !== 'localhost';
  const addresses = isNamed ? await dns.addresses(host) : isIP(host) ? [host] : [];
  const seen = addresses.filter(isPublic);
  if (seen.length > 0) return { host, addresses: seen, isOwn: true };
  return { host, addresses: own.filter(isPublic), isOwn: true };
}

function isPublic(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'unicast';
}
