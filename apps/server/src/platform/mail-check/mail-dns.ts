import { Resolver } from 'node:dns/promises';
import { domainToASCII } from 'node:url';

/** DNS lookups for mail. Missing records are an empty list. */
export interface MailDns {
  txt(name: string): Promise<string[]>;
  /** Hosts that take mail for a domain, the best first. */
  mx(name: string): Promise<string[]>;
  addresses(name: string): Promise<string[]>;
  names(address: string): Promise<string[]>;
}

/** No name server answered, or not with an answer. */
export class DnsSilent extends Error {
  constructor(name: string) {
    super(`${name} could not be looked up: no name server gave an answer`);
  }
}

const noSuchRecord = new Set(['ENOTFOUND', 'ENODATA']);

/** Asks the name servers of this machine, or one that is given as `address` or `address:port`. */
export function createMailDns(server?: string): MailDns {
  const resolver = new Resolver({ timeout: 3_000, tries: 2 });
  if (server) resolver.setServers([server]);
  const found = async <T>(name: string, look: (name: string) => Promise<T[]>): Promise<T[]> => {
    try {
      return await look(domainToASCII(name) || name);
    } catch (error) {
      if (noSuchRecord.has((error as NodeJS.ErrnoException).code ?? '')) return [];
      throw new DnsSilent(name);
    }
  };
  return {
    txt: async (name) =>
      (await found(name, (one) => resolver.resolveTxt(one))).map((strings) => strings.join('')),
    mx: async (name) => {
      const records = await found(name, (one) => resolver.resolveMx(one));
      return records.sort((a, b) => a.priority - b.priority).map(({ exchange }) => exchange);
    },
    addresses: async (name) => [
      ...(await found(name, (one) => resolver.resolve4(one))),
      ...(await found(name, (one) => resolver.resolve6(one))),
    ],
    names: (address) => found(address, () => resolver.reverse(address)),
  };
}

/** The `name=value;` lists of DKIM and DMARC records. */
export function tagsOf(text: string): Map<string, string> {
  const pairs = text.split(';').map((one) => {
    const at = one.indexOf('=');
    return [one.slice(0, at).trim().toLowerCase(), one.slice(at + 1).trim()] as const;
  });
  return new Map(pairs.filter(([name]) => /^[a-z]\w*$/.test(name)));
}
