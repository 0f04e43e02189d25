import { isIP, isIPv4, isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Range = [Address, number];

/** Single addresses, which are only compared, and ranges of them. */
export interface TrustedProxies {
  addresses: ReadonlySet<string>;
  ranges: readonly Range[];
}

/** Reads addresses and CIDR ranges; throws naming the first entry that is neither. */
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
 * The address a request came from. `X-Forwarded-For` is believed as far as it was written by
 * trusted proxies: from the right, up to the first address that is not one of them.
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

/** Whether the other end of the connection is one of the trusted proxies. */
export function isTrustedPeer(peer: string | undefined, trusted: TrustedProxies): boolean {
  const address = normalForm(peer ?? '');
  return address !== undefined && isTrusted(address, trusted);
}

/** What limits count by: one IPv6 subscriber owns a whole /64, so its addresses count as one. */
export function limitSubjectOf(address: string): string {
  if (!isIPv6(address)) return address;
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${address}/64`)}/64`;
}

/** An address as it is compared and counted; most are IPv4, which have one form only. */
function normalForm(value: string): string | undefined {
  if (isIPv4(value)) return value;
  const withoutZone = value.replace(/%.*$/, '');
  return isIP(withoutZone) ? ipaddr.process(withoutZone).toString() : undefined;
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

function isTrusted(text: string, { addresses, ranges }: TrustedProxies): boolean {
  if (addresses.has(text)) return true;
  if (ranges.length === 0) return false;
  const address = ipaddr.parse(text);
  return ranges.some(
    ([range, bits]) => range.kind() === address.kind() && address.match([range, bits]),
  );
}

/** Some proxies write `192.0.2.1:4711` or `[2001:db8::1]:4711`. */
function withoutPort(hop: string): string {
  return /^\[([^\]]+)\](?::\d+)?$/.exec(hop)?.[1] ?? hop.replace(/^([\d.]+):\d+$/, '$1');
}
