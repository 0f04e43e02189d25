import type { MailDns } from '../src/platform/doctor/mail-dns.ts';

/** What a name has: texts, mail exchangers, addresses; under an address, its names. */
export interface DnsEntry {
  txt?: string[];
  mx?: string[];
  addresses?: string[];
  names?: string[];
}

/** Names that are looked up in a table. */
export function dnsTable(entries: Record<string, DnsEntry>): MailDns {
  const look = (kind: keyof DnsEntry) => async (name: string) => entries[name]?.[kind] ?? [];
  return {
    txt: look('txt'),
    mx: look('mx'),
    addresses: look('addresses'),
    names: look('names'),
  };
}
