import { isIPv6 } from 'node:net';
import type { Finding } from '../doctor/finding.ts';
import type { MailDns } from './mail-dns.ts';
import type { SendingHost } from './sending-host.ts';
import { includesSpfOf, spfRecordsIn, spfResult, withMechanism } from './spf.ts';

const about = 'SPF';

/** The domain of the return address must permit our sending host. */
export async function checkSpf(
  dns: MailDns,
  domain: string,
  sending: SendingHost,
): Promise<Finding> {
  const records = spfRecordsIn(await dns.txt(domain));
  const [record] = records;
  const wanted = mechanismsFor(sending);
  const enter = (value: string) => [{ name: domain, type: 'TXT' as const, value }];
  if (!record) {
    const says = `${domain} does not say who may send its mail`;
    if (!wanted) return { about, state: 'missing', says: `${says}; ${unknownAddress}` };
    return { about, state: 'missing', says, enter: enter(`v=spf1 ${wanted} ~all`) };
  }
  if (records.length > 1) {
    const says = `${domain} has ${records.length} SPF records, and receivers then follow none: keep one`;
    return { about, state: 'wrong', says };
  }
  if (/\s\+?all$/i.test(record.trim())) {
    const says = `the record of ${domain} lets everybody send its mail`;
    const value = record.trim().replace(/\+?all$/i, '~all');
    return { about, state: 'wrong', says, enter: enter(value) };
  }
  if (!wanted) return { about, state: 'note', says: `${domain} has a record; ${unknownAddress}` };
  const trouble = await troubleWith(dns, domain, sending);
  if (!trouble) return { about, state: 'ok', says: `${domain} lists ${placeOf(sending)}` };
  if (trouble.result === 'permerror') {
    const says = `the record of ${domain} cannot be followed: it is broken, names what does not exist, or looks up more than 10 names`;
    return { about, state: 'wrong', says };
  }
  const says = `the record of ${domain} does not list ${trouble.place}`;
  return { about, state: 'wrong', says, enter: enter(withMechanism(record, trouble.mechanism)) };
}

const unknownAddress =
  'the address that mails leave from cannot be known from here, so give it: npm run mail-check -- --address <address>';

async function troubleWith(dns: MailDns, domain: string, sending: SendingHost) {
  const { provider, addresses } = sending;
  if (provider) {
    if (await includesSpfOf(dns, domain, provider)) return undefined;
    return { result: 'neutral', place: placeOf(sending), mechanism: `include:${provider}` };
  }
  const results = await Promise.all(
    addresses.map(async (place) => ({ place, result: await spfResult(dns, domain, place) })),
  );
  const unlisted = results.filter(({ result }) => result !== 'pass');
  const [first] = unlisted;
  if (!first) return undefined;
  const broken = unlisted.find(({ result }) => result === 'permerror');
  const places = unlisted.map(({ place }) => place);
  return {
    result: (broken ?? first).result,
    place: places.join(' and '),
    mechanism: places.map(addressMechanism).join(' '),
  };
}

function mechanismsFor({ provider, addresses }: SendingHost): string {
  return provider ? `include:${provider}` : addresses.map(addressMechanism).join(' ');
}

function addressMechanism(address: string): string {
  return `${isIPv6(address) ? 'ip6' : 'ip4'}:${address}`;
}

function placeOf({ host, provider, addresses }: SendingHost): string {
  return provider ? host : addresses.join(' and ');
}
