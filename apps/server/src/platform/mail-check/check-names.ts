import { isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { DnsRecord, Finding } from '../doctor/finding.ts';
import type { MailDns } from './mail-dns.ts';
import type { SendingHost } from './sending-host.ts';

/** Mail to the return addresses must find a server. */
export async function checkReturnAddresses(
  dns: Pick<MailDns, 'mx' | 'addresses'>,
  domain: string | undefined,
  publicHost: string,
): Promise<Finding> {
  const about = 'Return addresses';
  if (!domain) {
    const says =
      'BOUNCE_DOMAIN is not set, so reports of mails that did not arrive go to the sender and are read by nobody here';
    return { about, state: 'note', says };
  }
  const hosts = await dns.mx(domain);
  if (hosts.length === 0) {
    const says = `${domain} has no MX, so reports of mails that did not arrive may be lost`;
    const enter: DnsRecord[] = [{ name: domain, type: 'MX', value: `10 ${publicHost}` }];
    return { about, state: 'missing', says, enter };
  }
  for (const host of hosts) {
    if ((await dns.addresses(host)).length > 0) continue;
    const says = `the MX of ${domain} names ${host}, which has no address`;
    const enter: DnsRecord[] = [{ name: domain, type: 'MX', value: `10 ${publicHost}` }];
    return { about, state: 'wrong', says, enter };
  }
  return { about, state: 'ok', says: `reports to ${domain} go to ${hosts.join(', ')}` };
}

/** The sending addresses need names that lead back to them: many receivers take no mail otherwise. */
export async function checkReverseNames(
  dns: Pick<MailDns, 'names' | 'addresses'>,
  { host, addresses, isOwn }: SendingHost,
  fromDomain: string,
): Promise<Finding> {
  const about = 'Reverse names';
  if (!isOwn) return { about, state: 'ok', says: `are for ${host} to keep` };
  if (addresses.length === 0) {
    const says =
      'the address that mails leave from cannot be known from here, so give it: npm run mail-check -- --address <address>';
    return { about, state: 'note', says };
  }
  const looked = await Promise.all(
    addresses.map(async (address) => ({ address, ...(await nameOf(dns, address)) })),
  );
  const unnamed = looked.filter(({ isConfirmed }) => !isConfirmed);
  if (unnamed.length === 0) {
    const pairs = looked.map(({ address, name }) => `${address} is ${name}`).join(', ');
    return { about, state: 'ok', says: `${pairs}, and back` };
  }
  const named = unnamed.filter(({ name }) => name !== undefined);
  const ask = 'ask the provider of the address (your hosting) to enter it';
  const says =
    named.length > 0
      ? `${named.map(({ address, name }) => `${address} is called ${name}, which does not lead back to it`).join(', ')}; ${ask}`
      : `${unnamed.map(({ address }) => address).join(' and ')} has no name; ${ask}`;
  const name = isIPv4(host) || host === 'localhost' ? `mail.${fromDomain}` : host;
  const enter = unnamed.map(
    ({ address }): DnsRecord => ({
      name: reverseZoneOf(address),
      type: 'PTR',
      value: name,
    }),
  );
  return { about, state: named.length > 0 ? 'wrong' : 'missing', says, enter };
}

async function nameOf(dns: Pick<MailDns, 'names' | 'addresses'>, address: string) {
  const names = await dns.names(address);
  const wanted = ipaddr.process(address).toString();
  for (const name of names) {
    const back = (await dns.addresses(name)).map((one) => ipaddr.process(one).toString());
    if (back.includes(wanted)) return { name, isConfirmed: true };
  }
  return { name: names[0], isConfirmed: false };
}

export function reverseZoneOf(address: string): string {
  if (isIPv4(address)) return `${address.split('.').reverse().join('.')}.in-addr.arpa`;
  const digits = ipaddr
    .parse(address)
    .toByteArray()
    .map((byte) => byte.toString(16).padStart(2, '0'));
  return `${[...digits.join('')].reverse().join('.')}.ip6.arpa`;
}
