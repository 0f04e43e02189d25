import { lookup } from 'node:dns/promises';
import { mailboxPorts } from '@zavet/contract/mail/mailbox-values';
import ipaddr from 'ipaddr.js';
import { ImapTrouble } from './imap-trouble.ts';

const wholeName = /^(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/;

/** Endings of names that only mean something inside of a network. */
const innerEndings = new Set([
  ...['localhost', 'local', 'localdomain', 'internal', 'intranet', 'lan', 'home', 'corp'],
  ...['private', 'arpa', 'test', 'invalid', 'onion', 'alt'],
]);

export const usualTimeouts: ImapTimeouts = { connectMs: 15_000, commandMs: 60_000 };

export const resolveByDns: Resolve = async (name) => {
  const found = await lookup(name, { all: true, verbatim: true });
  return found.map(({ address }) => address);
};

/** Where to connect to, and the name that the certificate must have. */
export interface PinnedHost {
  name: string;
  addresses: string[];
  /** Configuration allows it, also in a private network and with a certificate of its own. */
  isAllowed: boolean;
}

/** More than a provider needs, and few enough to be tried one after another. */
const mostAddresses = 3;

/**
 * Resolves a host once. The connection goes to one of these addresses and to no other: a name that
 * means something else a moment later leads nowhere. One inner address among them is enough to
 * refuse the host.
 */
export async function pinAddress(
  { allowedHosts, resolve }: ImapSettings,
  host: string,
  port: number,
): Promise<PinnedHost> {
  const isAllowed = isAllowedHost(allowedHosts, host, port);
  const name = isAllowed ? host.trim().toLowerCase() : publicHostName(host);
  if (name === undefined || !(isAllowed || isMailPort(port))) {
    throw new ImapTrouble('host_forbidden');
  }
  const addresses = await resolved(resolve, name);
  if (!isAllowed && !addresses.every(isPublicAddress)) throw new ImapTrouble('host_forbidden');
  return { name, addresses: addresses.slice(0, mostAddresses), isAllowed };
}

async function resolved(resolve: ImapSettings['resolve'], name: string): Promise<string[]> {
  const addresses = await resolve(name).catch(() => []);
  if (addresses.length === 0) throw new ImapTrouble('unreachable');
  return addresses;
}

/** The only networks of version 6 that are given out to anybody. */
const globalSix = ipaddr.parseCIDR('2000::/3') as [ipaddr.IPv6, number];

/** Within it: those that carry an address of version 4, or lead to no host of the internet. */
const innerSix = [
  ...['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20', '2620:4f:8000::/48'],
].map((network) => ipaddr.parseCIDR(network) as [ipaddr.IPv6, number]);

/** Ranges of version 4 that the library does not know by name. */
const innerFour = ['192.0.0.0/24', '192.88.99.0/24', '198.18.0.0/15', '168.63.129.16/32'].map(
  (network) => ipaddr.parseCIDR(network) as [ipaddr.IPv4, number],
);

/** Whether an address, as a resolver gives it, belongs to a host that anybody can reach. */
export function isPublicAddress(address: string): boolean {
  if (ipaddr.IPv4.isValidFourPartDecimal(address)) {
    const four = ipaddr.IPv4.parse(address);
    return four.range() === 'unicast' && !innerFour.some((network) => four.match(network));
  }
  if (!ipaddr.IPv6.isValid(address) || address.includes('%')) return false;
  const six = ipaddr.IPv6.parse(address);
  return six.match(globalSix) && !innerSix.some((network) => six.match(network));
}

/** A server that configuration allows, also in a private network: `host:port`, as it was written there. */
type AllowedHosts = ReadonlySet<string>;

/**
 * What an owner typed, as it is looked up: lower case, without the dot that ends a full name.
 * Undefined for what is no name of a public host; addresses in figures are none either, because a
 * certificate names a host, and because there are too many ways to write one.
 */
export function publicHostName(typed: string): string | undefined {
  const name = inPlainLetters(typed.trim().toLowerCase().replace(/\.$/, ''));
  if (name.length > 253 || !wholeName.test(name)) return undefined;
  const last = name.slice(name.lastIndexOf('.') + 1);
  if (!/^(?:xn--[a-z0-9-]+|[a-z]+)$/.test(last)) return undefined;
  return innerEndings.has(last) ? undefined : name;
}

/** Names in other letters, as resolvers and certificates write them. */
function inPlainLetters(name: string): string {
  if (/^[\x20-\x7e]*$/.test(name) || /[/@:?#\\\s]/.test(name)) return name;
  return URL.canParse(`http://${name}`) ? new URL(`http://${name}`).hostname : name;
}

export function isMailPort(port: number): boolean {
  return (mailboxPorts as readonly number[]).includes(port);
}

export function isAllowedHost(allowed: AllowedHosts, host: string, port: number): boolean {
  return allowed.has(`${host.trim().toLowerCase()}:${port}`);
}

/** Hosts, certificates and timeouts of connections to mail servers. */
export interface ImapSettings {
  allowedHosts: AllowedHosts;
  /** Certificates besides the usual authorities, for allowed hosts. */
  extraCertificates: string | undefined;
  resolve: Resolve;
  timeouts: ImapTimeouts;
}

/** All addresses of a name. */
type Resolve = (name: string) => Promise<string[]>;

/** How long a server may take. */
export interface ImapTimeouts {
  /** To be connected, greet and let in. */
  connectMs: number;
  /** For each thing it is asked. */
  commandMs: number;
}
