import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { MailDns } from './mail-dns.ts';

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

/**
 * A relay on this machine or in the own network sends from an address that only its operator
 * knows: `given`, or a public one of this machine.
 */
export async function sendingHost(
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
