import { isIP, isIPv4, isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Range = [Address, number];

export interface TrustedProxies {
  addresses: ReadonlySet<string>;
  ranges: readonly Range[];
}

/** Parses addresses and CIDR ranges. Throws for an invalid entry. */
export function parseTrustedProxies(entries: readonly string[]): TrustedProxies {
  const addresses = new Set<string>();
  const ranges: Range[] = [];
  for (const entry of entries) {
    const value = entry.trim();
    const address = normalForm(value);
    if (address) addresses.add(address);
    else if (isCidr(value)) ranges.push(unmappedRange(ipaddr.parseCIDR(value)));
    else throw new Error(`"${entry}" is neither an IP address nor a CIDR range`);
  }
  return { addresses, ranges };
}

/**
 * Returns the client address. Reads `X-Forwarded-For` from the right, up to the first address that
 * is not a trusted proxy.
 */
export function resolveClientAddress(
  peer: string | undefined,
  forwardedFor: string | undefined,
  trusted: TrustedProxies,
): string {
  let current = normalForm(peer ?? '');
  if (!current) return 'unknown';
  const hops = (forwardedFor ?? '').split(',');
  while (isTrusted(current, trusted)) {
    const previous = normalForm(withoutPort(hops.pop()?.trim() ?? ''));
    if (!previous) break;
    current = previous;
  }
  return current;
}

export function isTrustedPeer(peer: string | undefined, trusted: TrustedProxies): boolean {
  const address = normalForm(peer ?? '');
  return address !== undefined && isTrusted(address, trusted);
}

/**
 * Returns the key of rate limits. For IPv6 it is the /64 network, because a subscriber owns all of
 * it.
 */
export function limitSubjectOf(address: string): string {
  if (!isIPv6(address)) return address;
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${address}/64`)}/64`;
}

/** Returns the normal form of an address; undefined if it is invalid. */
function normalForm(value: string): string | undefined {
  if (isIPv4(value)) return value;
  const withoutZone = value.replace(/%.*$/, '');
  return isIP(withoutZone) ? ipaddr.process(withoutZone).toString() : undefined;
}

function isCidr(value: string): boolean {
  return ipaddr.IPv4.isValidCIDRFourPartDecimal(value) || ipaddr.IPv6.isValidCIDR(value);
}

/**
 * Converts a range such as `::ffff:10.0.0.0/104` to IPv4, because peers are compared in that form.
 */
function unmappedRange([address, bits]: [Address, number]): [Address, number] {
  if (address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() && bits >= 96) {
    return [address.toIPv4Address(), bits - 96];
  }
  return [address, bits];
}

function isTrusted(text: string, { addresses, ranges }: TrustedProxies): boolean {
  if (addresses.has(text)) return true;
  if (ranges.length === 0) return false;
  const address = ipaddr.parse(text);
  return ranges.some(
    ([range, bits]) => range.kind() === address.kind() && address.match([range, bits]),
  );
}

/** Some proxies send `192.0.2.1:4711` or `[2001:db8::1]:4711`. */
function withoutPort(hop: string): string {
  return /^\[([^\]]+)\](?::\d+)?$/.exec(hop)?.[1] ?? hop.replace(/^([\d.]+):\d+$/, '$1');
}
