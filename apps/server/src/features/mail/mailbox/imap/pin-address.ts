import { hostNameOf, isAllowedByName, isMailPort } from '../mailbox-host-rules.ts';
import type { ImapSettings } from './imap-settings.ts';
import { ImapTrouble } from './imap-trouble.ts';
import { isPublicAddress } from './public-address.ts';

/** Where to connect to, and the name that the certificate must have. */
export interface PinnedHost {
  name: string;
  addresses: string[];
  /** Configuration allows it, also in a private network and with a certificate of its own. */
  isAllowed: boolean;
}

/** More than a provider needs, and few enough to be tried one after another. */
const mostAddresses = 3;

/**
 * Resolves a host once. The connection goes to one of these addresses and to no other: a name that
 * means something else a moment later leads nowhere. One inner address among them is enough to
 * refuse the host.
 */
export async function pinAddress(
  { allowedHosts, resolve }: ImapSettings,
  host: string,
  port: number,
): Promise<PinnedHost> {
  const isAllowed = isAllowedByName(allowedHosts, host, port);
  const name = isAllowed ? host.trim().toLowerCase() : hostNameOf(host);
  if (name === undefined || !(isAllowed || isMailPort(port))) {
    throw new ImapTrouble('host_forbidden');
  }
  const addresses = await resolved(resolve, name);
  if (!isAllowed && !addresses.every(isPublicAddress)) throw new ImapTrouble('host_forbidden');
  return { name, addresses: addresses.slice(0, mostAddresses), isAllowed };
}

async function resolved(resolve: ImapSettings['resolve'], name: string): Promise<string[]> {
  const addresses = await resolve(name).catch(() => []);
  if (addresses.length === 0) throw new ImapTrouble('unreachable');
  return addresses;
}
