import { lookup } from 'node:dns/promises';
import type { AllowedHosts } from './imap-host-rules.ts';

/** Hosts, certificates and timeouts of connections to mail servers. */
export interface ImapSettings {
  allowedHosts: AllowedHosts;
  /** Certificates besides the usual authorities, for allowed hosts. */
  extraCertificates: string | undefined;
  resolve: Resolve;
  timeouts: ImapTimeouts;
}

/** All addresses of a name. */
export type Resolve = (name: string) => Promise<string[]>;

/** How long a server may take. */
export interface ImapTimeouts {
  /** To be connected, greet and let in. */
  connectMs: number;
  /** For each thing it is asked. */
  commandMs: number;
}

export const usualTimeouts: ImapTimeouts = { connectMs: 15_000, commandMs: 60_000 };

export const resolveByDns: Resolve = async (name) => {
  const found = await lookup(name, { all: true, verbatim: true });
  return found.map(({ address }) => address);
};
