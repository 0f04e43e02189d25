import { Resolver } from 'node:dns/promises';
import { domainToASCII } from 'node:url';

/** `unknown`: the name servers did not answer. */
export type DomainVerdict = 'takes' | 'refuses' | 'unknown';

export type DomainCheck = (domain: string) => Promise<DomainVerdict>;

/** `nothing`: the name exists without such records. */
type Answer<T> = readonly T[] | 'nothing' | 'no_such_name' | 'no_answer';

interface DomainAnswers {
  exchanges: Answer<string>;
  /** IPv4 and IPv6 addresses; looked up only if there is no MX record. */
  addresses: readonly Answer<string>[];
}

interface NameServers {
  /** Name servers as `address:port`. Default: those of the system. */
  servers?: readonly string[];
  timeoutMs?: number;
}

/** Looks up whether a domain accepts mail. */
export function createDomainCheck({ servers, timeoutMs = 4_000 }: NameServers = {}): DomainCheck {
  return async (domain) => {
    const name = domainToASCII(domain);
    if (!name) return 'refuses';
    const resolver = new Resolver({ timeout: timeoutMs, tries: 2 });
    if (servers) resolver.setServers(servers);
    const exchanges = await answerOf(async () =>
      (await resolver.resolveMx(name)).map(({ exchange }) => exchange),
    );
    if (exchanges !== 'nothing') return verdictOn({ exchanges, addresses: [] });
    const addresses = await Promise.all([
      answerOf(() => resolver.resolve4(name)),
      answerOf(() => resolver.resolve6(name)),
    ]);
    return verdictOn({ exchanges, addresses });
  };
}

/** Without an MX record, the address of the domain counts (RFC 5321). A null MX refuses all mail (RFC 7505). */
export function verdictOn({ exchanges, addresses }: DomainAnswers): DomainVerdict {
  if (exchanges === 'no_answer') return 'unknown';
  if (exchanges === 'no_such_name') return 'refuses';
  if (exchanges !== 'nothing') {
    return exchanges.some((exchange) => exchange !== '' && exchange !== '.') ? 'takes' : 'refuses';
  }
  if (addresses.some((answer) => typeof answer !== 'string' && answer.length > 0)) return 'takes';
  return addresses.includes('no_answer') ? 'unknown' : 'refuses';
}

async function answerOf(lookup: () => Promise<string[]>): Promise<Answer<string>> {
  try {
    return await lookup();
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === 'ENODATA') return 'nothing';
    return code === 'ENOTFOUND' ? 'no_such_name' : 'no_answer';
  }
}
