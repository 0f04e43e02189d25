import type { Finding } from '../doctor/finding.ts';
import type { Dkim } from '../mail/dkim.ts';
import { checkDkim } from './check-dkim.ts';
import { checkDmarc } from './check-dmarc.ts';
import { checkMailServer } from './check-mail-server.ts';
import { checkReturnAddresses, checkReverseNames } from './check-names.ts';
import { checkSpf } from './check-spf.ts';
import { DnsSilent, type MailDns } from './mail-dns.ts';
import { sendingHost } from './sending-host.ts';

export interface MailSetUp {
  smtpUrl: string;
  from: string;
  publicUrl: string;
  dkim?: Dkim;
  /** The domain of return addresses, if it is not the sender's. */
  returnDomain?: string;
  /** Return addresses of our own, which need a server that takes their mail. */
  bounceDomain?: string;
  /** Addresses that mails leave from, as the operator says. */
  sendingAddresses: readonly string[];
  /** Addresses of this machine. */
  ownAddresses: readonly string[];
}

/** Checks everything that receivers check, and names the records to enter. */
export async function checkMail(dns: MailDns, setUp: MailSetUp): Promise<Finding[]> {
  const { smtpUrl, dkim, bounceDomain, returnDomain } = setUp;
  const from = domainOf(setUp.from);
  const server = await checkMailServer(smtpUrl);
  if (!from.includes('.')) {
    const says = `MAIL_FROM is at ${from}, which no receiver believes: set it to an address at a domain of yours`;
    return [server, { about: 'Sender', state: 'wrong', says }];
  }
  const envelope = returnDomain ?? from;
  const host = new URL(smtpUrl).hostname.replace(/^\[(.*)\]$/, '$1');
  const publicHost = new URL(setUp.publicUrl).hostname;
  const sending = () => sendingHost(dns, host, setUp.sendingAddresses, setUp.ownAddresses);
  const signature = dkim?.domain;
  return [
    server,
    await asked('SPF', async () => checkSpf(dns, envelope, await sending())),
    await asked('DKIM', () => checkDkim(dns, dkim)),
    await asked('DMARC', () => checkDmarc(dns, { from, envelope, signature })),
    await asked('Return addresses', () => checkReturnAddresses(dns, bounceDomain, publicHost)),
    await asked('Reverse names', async () => checkReverseNames(dns, await sending(), from)),
  ];
}

/** A silent name server proves nothing about the records. */
async function asked(about: string, check: () => Promise<Finding>): Promise<Finding> {
  try {
    return await check();
  } catch (error) {
    if (!(error instanceof DnsSilent)) throw error;
    return { about, state: 'unknown', says: error.message };
  }
}

function domainOf(sender: string): string {
  return sender
    .slice(sender.lastIndexOf('@') + 1)
    .replace(/>\s*$/, '')
    .trim()
    .toLowerCase();
}
