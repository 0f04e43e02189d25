import type { ConnectMailboxInput, MailboxView } from '@zavet/contract/mail/mailbox-endpoints';
import { type ImapStandIn, startImapStandIn } from '@zavet/imap-stand-in/stand-in';
import { vi } from 'vitest';
import { withService } from '../src/context.ts';
import { findMailbox } from '../src/features/mail/mailbox/mailbox-repository.ts';
import { imapSettings } from '../src/features/mail/mailbox/mailbox-services.ts';
import { syncMailbox } from '../src/features/mail/mailbox/sync-mailbox.ts';
import { defaultTimeouts } from '../src/platform/imap/imap-host.ts';
import type { Person } from './people.ts';
import { startTestProduct, type TestProduct } from './test-product.ts';
import { trustCertificates } from './trusted-certificates.ts';

export interface ProductWithImap {
  product: TestProduct;
  standIn: ImapStandIn;
  stop(): Promise<void>;
}

interface ServedOptions {
  runsJobs?: boolean;
  environment?: Record<string, string>;
  password?: string;
}

/** The product with an IMAP server on loopback, allowed by configuration. */
export async function startWithImapServer({
  runsJobs = true,
  environment,
  password,
}: ServedOptions = {}): Promise<ProductWithImap> {
  const standIn = await startImapStandIn(password === undefined ? {} : { password });
  trustCertificates([standIn.certificate]);
  const hosts = [standIn.port, standIn.startTlsPort].map((port) => `localhost:${port}`);
  const product = await startTestProduct(
    { MAILBOX_ALLOWED_HOSTS: hosts.join(','), ...environment },
    { runsJobs },
  );
  return {
    product,
    standIn,
    stop: async () => {
      await product.stop();
      await standIn.stop();
    },
  };
}

export function credentialsFor(standIn: ImapStandIn, given: Partial<ConnectMailboxInput> = {}) {
  return {
    provider: 'other' as const,
    email: standIn.user,
    password: standIn.password,
    host: 'localhost',
    port: standIn.port,
    security: 'tls' as const,
    ...given,
  };
}

export async function connectAndSync(
  standIn: ImapStandIn,
  { browser }: Person,
): Promise<MailboxView> {
  await browser.connectMailbox({ body: credentialsFor(standIn) });
  return waitForMailbox({ browser }, ({ state }) => state === 'working');
}

export function waitForMailbox(
  { browser }: Pick<Person, 'browser'>,
  isSettled: (mailbox: MailboxView) => boolean,
): Promise<MailboxView> {
  return vi.waitFor(
    async () => {
      const { mailbox } = await browser.getMailbox();
      if (!mailbox || !isSettled(mailbox)) throw new Error('the mailbox is not settled yet');
      return mailbox;
    },
    { timeout: 20_000, interval: 50 },
  );
}

export async function syncNow(
  { ctx, database }: TestProduct,
  userId: string,
  timeouts = defaultTimeouts,
): Promise<void> {
  const mailbox = await findMailbox(database, userId);
  if (!mailbox) throw new Error('no mailbox is connected');
  const imap = { ...imapSettings(ctx), timeouts };
  await syncMailbox(withService(ctx, imapSettings, imap), mailbox.id, new AbortController().signal);
}

export async function subjectsIn(
  { browser }: Person,
  folder: 'inbox' | 'spam' = 'inbox',
): Promise<string[]> {
  const { messages } = await browser.listMailboxMessages({ query: { folder } });
  return messages.map(({ subject }) => subject);
}

export function plainMail(subject: string, text = 'Здравствуйте.', headers = ''): string {
  return `From: "Анна" <anna@mail.example>
To: owner@mail.example
Subject: ${subject}
Content-Type: text/plain; charset=utf-8
${headers}
${text}
`;
}
