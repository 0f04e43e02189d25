import { Resolver } from 'node:dns/promises';
import { domainToASCII } from 'node:url';

/** `unknown`: the name servers gave no answer, which says nothing against the domain. */
export type DomainVerdict = 'takes' | 'refuses' | 'unknown';

export type DomainCheck = (domain: string) => Promise<DomainVerdict>;

/** What name servers said to one question; `nothing`: the name exists without such records. */
export type Answer<T> = readonly T[] | 'nothing' | 'no_such_name' | 'no_answer';

interface DomainAnswers {
  exchanges: Answer<string>;
  /** Addresses of both kinds, asked for only where there is no exchange. */
  addresses: readonly Answer<string>[];
}

interface NameServers {
  /** Address and port of the name servers, where not those of the system. */
  servers?: readonly string[];
  timeoutMs?: number;
}

/** Asks the name servers, at most for some seconds, whether mail can be brought to a domain. */
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

/**
 * A domain takes mail at the exchanges it names, or without any at its own address (RFC 5321). A
 * single exchange without a name says that it takes none (RFC 7505).
 */
export function verdictOn({ exchanges, addresses }: DomainAnswers): DomainVerdict {
  if (exchanges === 'no_answer') return 'unknown';
  if (exchanges === 'no_such_name') return 'refuses';
  if (exchanges !== 'nothing') {
    return exchanges.some((exchange) => exchange !== '' && exchange !== '.') ? 'takes' : 'refuses';
  }
  if (addresses.some((answer) => typeof answer !== 'string' && answer.length > 0)) return 'takes';
  return addresses.includes('no_answer') ? 'unknown' : 'refuses';
}

async function answerOf(ask: () => Promise<string[]>): Promise<Answer<string>> {
  try {
    return await ask();
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === 'ENODATA') return 'nothing';
    return code === 'ENOTFOUND' ? 'no_such_name' : 'no_answer';
  }
}
