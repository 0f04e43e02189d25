import { isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { Finding } from './finding.ts';
import type { MailDns, SendingHost } from './mail-dns.ts';

const qualifiers: Record<string, SpfResult> = {
  '+': 'pass',
  '-': 'fail',
  '~': 'softfail',
  '?': 'neutral',
};

/** Limit of DNS lookups in RFC 7208. */
const maxLookups = 10;

const lookupKinds = /^(?:a|mx|include|exists|ptr)$/;

const about = 'SPF';

/** The domain of the return address must permit our sending host. */
export async function checkSpf(
  dns: MailDns,
  domain: string,
  sending: SendingHost,
): Promise<Finding> {
  const records = spfRecordsIn(await dns.txt(domain));
  const [record] = records;
  const mechanisms = mechanismsFor(sending);
  const enter = (value: string) => [{ name: domain, type: 'TXT' as const, value }];
  if (!record) {
    const says = `${domain} does not say who may send its mail`;
    if (!mechanisms) return { about, state: 'missing', says: `${says}; ${unknownAddress}` };
    return { about, state: 'missing', says, enter: enter(`v=spf1 ${mechanisms} ~all`) };
  }
  if (records.length > 1) {
    const says = `${domain} has ${records.length} SPF records, and receivers then follow none: keep one`;
    return { about, state: 'wrong', says };
  }
  if (/\s\+?all$/i.test(record.trim())) {
    const says = `the record of ${domain} lets any server send its mail`;
    const value = record.trim().replace(/\+?all$/i, '~all');
    return { about, state: 'wrong', says, enter: enter(value) };
  }
  if (!mechanisms)
    return { about, state: 'note', says: `${domain} has a record; ${unknownAddress}` };
  const problem = await findProblem(dns, domain, sending);
  if (!problem) return { about, state: 'ok', says: `${domain} lists ${describeSender(sending)}` };
  if (problem.result === 'permerror') {
    const says = `the record of ${domain} cannot be followed: it is broken, names what does not exist, or looks up more than 10 names`;
    return { about, state: 'wrong', says };
  }
  const says = `the record of ${domain} does not list ${problem.sender}`;
  return { about, state: 'wrong', says, enter: enter(withMechanism(record, problem.mechanism)) };
}

const unknownAddress =
  'the address that mails leave from cannot be known from here, so give it: zavet mail-check --address <address>';

async function findProblem(dns: MailDns, domain: string, sending: SendingHost) {
  const { provider, addresses } = sending;
  if (provider) {
    if (await includesSpfOf(dns, domain, provider)) return undefined;
    return { result: 'neutral', sender: describeSender(sending), mechanism: `include:${provider}` };
  }
  const results = await Promise.all(
    addresses.map(async (sender) => ({ sender, result: await evaluateSpf(dns, domain, sender) })),
  );
  const unlisted = results.filter(({ result }) => result !== 'pass');
  const [first] = unlisted;
  if (!first) return undefined;
  const broken = unlisted.find(({ result }) => result === 'permerror');
  const senders = unlisted.map(({ sender }) => sender);
  return {
    result: (broken ?? first).result,
    sender: senders.join(' and '),
    mechanism: senders.map(addressMechanism).join(' '),
  };
}

function mechanismsFor({ provider, addresses }: SendingHost): string {
  return provider ? `include:${provider}` : addresses.map(addressMechanism).join(' ');
}

function addressMechanism(address: string): string {
  return `${isIPv6(address) ? 'ip6' : 'ip4'}:${address}`;
}

function describeSender({ host, provider, addresses }: SendingHost): string {
  return provider ? host : addresses.join(' and ');
}

/** Results in RFC 7208. */
type SpfResult = 'pass' | 'fail' | 'softfail' | 'neutral' | 'none' | 'permerror';

type Dns = Pick<MailDns, 'txt' | 'mx' | 'addresses'>;

function spfRecordsIn(texts: readonly string[]): string[] {
  return texts.filter((text) => /^v=spf1(?: |$)/i.test(text));
}

export async function evaluateSpf(dns: Dns, domain: string, address: string): Promise<SpfResult> {
  let lookups = 0;
  const ip = ipaddr.process(address);

  async function evaluateDomain(name: string): Promise<SpfResult> {
    const records = spfRecordsIn(await dns.txt(name));
    if (records.length > 1) return 'permerror';
    return records[0] === undefined ? 'none' : evaluateRecord(name, records[0]);
  }

  async function evaluateRecord(name: string, record: string): Promise<SpfResult> {
    const { mechanisms, redirect } = termsOf(record);
    for (const mechanism of mechanisms) {
      if (lookupKinds.test(mechanism.kind)) lookups += 1;
      if (lookups > maxLookups) return 'permerror';
      const matches = await match(name, mechanism);
      if (matches === 'permerror') return 'permerror';
      if (matches) return qualifiers[mechanism.qualifier] ?? 'permerror';
    }
    if (!redirect) return 'neutral';
    lookups += 1;
    if (lookups > maxLookups) return 'permerror';
    const redirected = await evaluateDomain(redirect);
    return redirected === 'none' ? 'permerror' : redirected;
  }

  async function match(name: string, mechanism: Mechanism): Promise<boolean | 'permerror'> {
    const { kind, value, prefixes } = mechanism;
    // Macros depend on the mail, so they cannot be evaluated here.
    if (value.includes('%')) return false;
    const target = value || name;
    switch (kind) {
      case 'all':
        return true;
      case 'ip4':
      case 'ip6':
        return isWithin(ip, value, prefixes);
      case 'a':
        return (await dns.addresses(target)).some((one) => isWithin(ip, one, prefixes));
      case 'mx': {
        const hosts = await Promise.all((await dns.mx(target)).map((host) => dns.addresses(host)));
        return hosts.flat().some((one) => isWithin(ip, one, prefixes));
      }
      case 'include': {
        const included = await evaluateDomain(target);
        if (included === 'none' || included === 'permerror') return 'permerror';
        return included === 'pass';
      }
      case 'exists':
        return (await dns.addresses(target)).length > 0;
      case 'ptr':
        return false;
      default:
        return 'permerror';
    }
  }

  return evaluateDomain(domain);
}

/** True if the SPF record includes `wanted`, also through further includes and redirects. */
export async function includesSpfOf(
  dns: Dns,
  domain: string,
  wanted: string,
  seen = new Set<string>(),
): Promise<boolean> {
  if (seen.has(domain) || seen.size > maxLookups) return false;
  seen.add(domain);
  const [record = ''] = spfRecordsIn(await dns.txt(domain));
  const { mechanisms, redirect } = termsOf(record);
  const named = mechanisms.filter(({ kind }) => kind === 'include').map(({ value }) => value);
  for (const one of redirect ? [...named, redirect] : named) {
    if (one.toLowerCase() === wanted) return true;
    if (await includesSpfOf(dns, one, wanted, seen)) return true;
  }
  return false;
}

/** Inserts a mechanism before `all` or `redirect`. */
export function withMechanism(record: string, mechanism: string): string {
  const terms = record.trim().split(/\s+/);
  const rest = terms.findIndex((term) => /^([-+~?]?all|redirect=.*)$/i.test(term));
  return terms.toSpliced(rest === -1 ? terms.length : rest, 0, mechanism).join(' ');
}

interface Mechanism {
  qualifier: string;
  kind: string;
  value: string;
  /** Prefix lengths for IPv4 and IPv6. */
  prefixes: [number | undefined, number | undefined];
}

function termsOf(record: string): { mechanisms: Mechanism[]; redirect?: string } {
  const terms = record.trim().split(/\s+/).slice(1);
  const redirect = terms.find((term) => /^redirect=/i.test(term))?.slice('redirect='.length);
  const mechanisms = terms.filter((term) => !/^[a-z][\w.-]*=/i.test(term)).map(mechanismOf);
  return { mechanisms, redirect };
}

function mechanismOf(term: string): Mechanism {
  const [head = '', six] = term.split('//');
  const [named = '', four] = head.split('/');
  const [kind = '', ...value] = named.replace(/^[-+~?]/, '').split(':');
  return {
    qualifier: /^[-+~?]/.exec(term)?.[0] ?? '+',
    kind: kind.toLowerCase(),
    value: value.join(':'),
    prefixes: [prefixOf(four), prefixOf(six)],
  };
}

function prefixOf(digits: string | undefined): number | undefined {
  return digits === undefined ? undefined : Number(digits);
}

function isWithin(
  ip: ReturnType<typeof ipaddr.process>,
  network: string,
  [four, six]: Mechanism['prefixes'],
): boolean {
  if (!ipaddr.isValid(network)) return false;
  const base = ipaddr.process(network);
  if (base.kind() !== ip.kind()) return false;
  const prefix = base.kind() === 'ipv4' ? (four ?? 32) : (six ?? four ?? 128);
  return ip.match(base, prefix);
}
