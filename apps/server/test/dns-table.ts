import type { MailDns } from '../src/platform/doctor/mail-dns.ts';

/** Records of a name; `names` are the reverse records of an address. */
export interface DnsEntry {
  txt?: string[];
  mx?: string[];
  addresses?: string[];
  names?: string[];
}

/** A resolver that reads from a table. */
export function dnsTable(entries: Record<string, DnsEntry>): MailDns {
  const look = (kind: keyof DnsEntry) => async (name: string) => entries[name]?.[kind] ?? [];
  return {
    txt: look('txt'),
    mx: look('mx'),
    addresses: look('addresses'),
    names: look('names'),
  };
}
