import ipaddr from 'ipaddr.js';
import { hostNameOf, isAllowedByName, isMailPort } from './imap-host-rules.ts';
import type { ImapSettings } from './imap-settings.ts';
import { ImapTrouble } from './imap-trouble.ts';

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
  const isAllowed = isAllowedByName(allowedHosts, host, port);
  const name = isAllowed ? host.trim().toLowerCase() : hostNameOf(host);
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
