import ipaddr from 'ipaddr.js';

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
