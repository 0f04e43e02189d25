import { lookup } from 'node:dns/promises';
import { mailboxPorts } from '@zavet/contract/mail/mailbox-values';
import ipaddr from 'ipaddr.js';
import { ImapTrouble } from './imap-trouble.ts';

/** Mail servers allowed by configuration, as `host:port`. They may be in a private network. */
type AllowedHosts = ReadonlySet<string>;

/** Returns all addresses of a name. */
type Resolve = (name: string) => Promise<string[]>;

export interface ImapSettings {
  allowedHosts: AllowedHosts;
  resolve: Resolve;
  timeouts: ImapTimeouts;
}

export interface ImapTimeouts {
  /** For connecting, TLS and login together. */
  connectMs: number;
  /** Per command. */
  commandMs: number;
}

export const defaultTimeouts: ImapTimeouts = { connectMs: 15_000, commandMs: 60_000 };

export const resolveByDns: Resolve = async (name) => {
  const found = await lookup(name, { all: true, verbatim: true });
  return found.map(({ address }) => address);
};

export interface PinnedHost {
  /** Name expected in the certificate. */
  name: string;
  addresses: string[];
}

/** Maximum number of addresses, which are tried one after another. */
const maxAddresses = 3;

/**
 * Resolves a host once, so that DNS rebinding has no effect: connections use these addresses only. A
 * host with any private address is refused.
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
  const addresses = await resolve(name).catch(() => []);
  if (addresses.length === 0) throw new ImapTrouble('unreachable');
  if (!isAllowed && !addresses.every(isPublicAddress)) throw new ImapTrouble('host_forbidden');
  return { name, addresses: addresses.slice(0, maxAddresses) };
}

/** Globally routed IPv6 networks. */
const publicIpv6 = ipaddr.parseCIDR('2000::/3') as [ipaddr.IPv6, number];

/** Exceptions to `publicIpv6`: networks that embed IPv4 addresses or are reserved. */
const reservedIpv6 = [
  ...['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20', '2620:4f:8000::/48'],
].map((network) => ipaddr.parseCIDR(network) as [ipaddr.IPv6, number]);

/** Reserved IPv4 networks missing in the library. */
const reservedIpv4 = ['192.0.0.0/24', '192.88.99.0/24', '198.18.0.0/15', '168.63.129.16/32'].map(
  (network) => ipaddr.parseCIDR(network) as [ipaddr.IPv4, number],
);

export function isPublicAddress(address: string): boolean {
  if (ipaddr.IPv4.isValidFourPartDecimal(address)) {
    const ipv4 = ipaddr.IPv4.parse(address);
    return ipv4.range() === 'unicast' && !reservedIpv4.some((network) => ipv4.match(network));
  }
  if (!ipaddr.IPv6.isValid(address) || address.includes('%')) return false;
  const ipv6 = ipaddr.IPv6.parse(address);
  return ipv6.match(publicIpv6) && !reservedIpv6.some((network) => ipv6.match(network));
}

const hostName = /^(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/;

/** Top-level names of private networks. */
const privateEndings = new Set([
  ...['localhost', 'local', 'localdomain', 'internal', 'intranet', 'lan', 'home', 'corp'],
  ...['private', 'arpa', 'test', 'invalid', 'onion', 'alt'],
]);

/**
 * Normalises a host name. Undefined unless it is a public name; IP addresses are refused, because
 * certificates name hosts and the notations of addresses are too many to check.
 */
export function publicHostName(typed: string): string | undefined {
  const name = toAscii(typed.trim().toLowerCase().replace(/\.$/, ''));
  if (name.length > 253 || !hostName.test(name)) return undefined;
  const last = name.slice(name.lastIndexOf('.') + 1);
  if (!/^(?:xn--[a-z0-9-]+|[a-z]+)$/.test(last)) return undefined;
  return privateEndings.has(last) ? undefined : name;
}

function toAscii(name: string): string {
  if (/^[\x20-\x7e]*$/.test(name) || /[/@:?#\\\s]/.test(name)) return name;
  return URL.canParse(`http://${name}`) ? new URL(`http://${name}`).hostname : name;
}

export function isMailPort(port: number): boolean {
  return (mailboxPorts as readonly number[]).includes(port);
}

export function isAllowedHost(allowed: AllowedHosts, host: string, port: number): boolean {
  return allowed.has(`${host.trim().toLowerCase()}:${port}`);
}
