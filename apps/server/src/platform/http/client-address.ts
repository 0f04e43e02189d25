import { isIP, isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
export type TrustedProxies = readonly [Address, number][];

/** Reads addresses and CIDR ranges; throws naming the first entry that is neither. */
export function parseTrustedProxies(entries: readonly string[]): TrustedProxies {
  return entries.map((entry) => {
    const value = entry.trim();
    if (isCidr(value)) return unmappedRange(ipaddr.parseCIDR(value));
    const address = parseAddress(value);
    if (!address) throw new Error(`"${entry}" is neither an IP address nor a CIDR range`);
    return [address, address.kind() === 'ipv4' ? 32 : 128];
  });
}

/**
 * The address a request came from. `X-Forwarded-For` is believed as far as it was written by
 * trusted proxies: from the right, up to the first address that is not one of them.
 */
export function resolveClientAddress(
  peer: string | undefined,
  forwardedFor: string | undefined,
  trusted: TrustedProxies,
): string {
  let current = parseAddress(peer ?? '');
  if (!current) return 'unknown';
  const hops = (forwardedFor ?? '').split(',');
  while (isTrusted(current, trusted)) {
    const previous = parseAddress(withoutPort(hops.pop()?.trim() ?? ''));
    if (!previous) break;
    current = previous;
  }
  return current.toString();
}

/** What limits count by: one IPv6 subscriber owns a whole /64, so its addresses count as one. */
export function limitSubjectOf(address: string): string {
  if (!isIPv6(address)) return address;
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${address}/64`)}/64`;
}

function parseAddress(value: string): Address | undefined {
  const withoutZone = value.replace(/%.*$/, '');
  return isIP(withoutZone) ? ipaddr.process(withoutZone) : undefined;
}

function isCidr(value: string): boolean {
  return ipaddr.IPv4.isValidCIDRFourPartDecimal(value) || ipaddr.IPv6.isValidCIDR(value);
}

/** Peers are compared unmapped, so a range written as `::ffff:10.0.0.0/104` has to be as well. */
function unmappedRange([address, bits]: [Address, number]): [Address, number] {
  if (address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() && bits >= 96) {
    return [address.toIPv4Address(), bits - 96];
  }
  return [address, bits];
}

function isTrusted(address: Address, trusted: TrustedProxies): boolean {
  return trusted.some(
    ([range, bits]) => range.kind() === address.kind() && address.match([range, bits]),
  );
}

/** Some proxies write `192.0.2.1:4711` or `[2001:db8::1]:4711`. */
function withoutPort(hop: string): string {
  return /^\[([^\]]+)\](?::\d+)?$/.exec(hop)?.[1] ?? hop.replace(/^([\d.]+):\d+$/, '$1');
}
