import { perContext } from '../../../context.ts';
import {
  type ImapSettings,
  resolveByDns,
  usualTimeouts,
} from '../../../platform/imap/imap-host.ts';
import type { ImapAccess } from '../../../platform/imap/with-imap.ts';

/** The mailbox that reports come to. */
export interface BounceMailbox {
  access: ImapAccess;
  folder: string;
  imap: ImapSettings;
}

export const bounceMailbox = perContext(
  ({ config: { bounces, mailbox } }) =>
    bounces?.mailbox && bounceMailboxOf(bounces.mailbox, mailbox.extraCertificates),
);

/** Its host is the operator's choice, in whatever network it lies. */
export function bounceMailboxOf(
  { folder, ...access }: ImapAccess & { folder: string },
  extraCertificates: string | undefined,
): BounceMailbox {
  const allowedHosts = new Set([`${access.host.toLowerCase()}:${access.port}`]);
  const imap = { allowedHosts, extraCertificates, resolve: resolveByDns, timeouts: usualTimeouts };
  return { access, folder, imap };
}
