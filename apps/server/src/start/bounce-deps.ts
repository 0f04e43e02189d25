import type { BounceDeps, BounceTaker } from '../features/mail/bounces/bounce-deps.ts';
import { orderedMailTaker } from '../features/mail/bounces/ordered-mails.ts';
import { resolveByDns, usualPatience } from '../features/mail/mailbox/index.ts';
import { type ProtocolDeps, recordBouncedLetter } from '../features/protocol/index.ts';
import type { KnownMail } from '../platform/mail/mail-work.ts';
import { createReturnAddresses } from '../platform/mail/return-address.ts';
import type { Configuration } from '../config/configuration.ts';

type Platform = Omit<BounceDeps, 'returnAddresses' | 'mailbox'>;

export function createBounceDeps(
  { bounces, mailbox: mailboxes }: Pick<Configuration, 'bounces' | 'mailbox'>,
  platform: Platform,
): BounceDeps {
  return {
    ...platform,
    returnAddresses: bounces && createReturnAddresses(platform.serviceKey, bounces.place),
    mailbox: bounces?.mailbox && bounceMailboxOf(bounces.mailbox, mailboxes.extraCertificates),
  };
}

/** Its host is the operator's choice, in whatever network it lies. */
export function bounceMailboxOf(
  { folder, ...access }: NonNullable<NonNullable<Configuration['bounces']>['mailbox']>,
  extraCertificates: string | undefined,
): NonNullable<BounceDeps['mailbox']> {
  const allowedHosts = new Set([`${access.host.toLowerCase()}:${access.port}`]);
  const imap = { allowedHosts, extraCertificates, resolve: resolveByDns, patience: usualPatience };
  return { access, folder, imap };
}

/** Who is asked about a report, in this order. */
export function bounceTakers(
  { bounces, protocol }: { bounces: BounceDeps; protocol: ProtocolDeps },
  mails: readonly KnownMail[],
): BounceTaker[] {
  return [(bounce) => recordBouncedLetter(protocol, bounce), orderedMailTaker(bounces, mails)];
}

export function reportWays({ bounces }: Pick<Configuration, 'bounces'>) {
  const ways: ('mailbox' | 'listener')[] = [];
  if (bounces?.mailbox) ways.push('mailbox');
  if (bounces?.listener) ways.push('listener');
  return ways;
}
