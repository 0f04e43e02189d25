import { join } from 'node:path';
import type { SmtpStandIn } from '@zavet/smtp-stand-in/stand-in';
import { sql } from 'drizzle-orm';
import { vi } from 'vitest';
import type { Clock } from '../src/platform/clock.ts';
import type { Database } from '../src/platform/database/database.ts';
import { createCapturedMailStore } from '../src/platform/mail/captured-mail-store.ts';
import { createBrowser } from './browser.ts';

export interface ReceivedMail {
  id: string;
  subject: string;
  text: string;
  message_id: string;
  /** Token of the first link of a type, such as `signup`. */
  tokenOf(type: string): string;
}

export interface TestMailbox {
  /** All mails to an address, oldest first, once there are at least `count`. */
  receive(address: string, count?: number): Promise<ReceivedMail[]>;
  /** The newest of at least `count` mails to an address. */
  latest(address: string, count?: number): Promise<ReceivedMail>;
  /** Subjects of all mails to an address, oldest first, once there are at least `count`. */
  subjects(address: string, count: number): Promise<string[]>;
}

/** Captured mails of a server in another process. */
export function createTestMailbox(url: string, timeout = 15_000): TestMailbox {
  const browser = createBrowser(url);
  return mailboxAt(
    {
      list: async () => (await browser.listCapturedMails()).mails,
      get: (id) => browser.getCapturedMail({ params: { id } }),
    },
    { timeout, interval: 150 },
  );
}

/** Captured mails of a server in this process, read from its folder without requests. */
export function createFolderMailbox(
  dataDir: string,
  { clock, database }: { clock: Clock; database: Database },
): TestMailbox {
  const store = createCapturedMailStore({ directory: join(dataDir, 'mail'), from: '', clock });
  const { receive } = mailboxAt(store, { timeout: 15_000, interval: 20 });
  return mailboxOf(async (address, count) => {
    const mails = await receive(address, count);
    // A mail appears in the folder shortly before the job records that it was sent.
    await vi.waitFor(async () => {
      const busy = await database.rows(sql`
        select 1 from pgboss.job where state = 'active' and name in ('mail', 'send-deliveries')`);
      if (busy.length > 0) throw new Error('mails are being sent');
    });
    return mails;
  });
}

interface CapturedMails {
  /** Lists all mails, newest first. */
  list(): Promise<{ id: string; to: string }[]>;
  get(id: string): Promise<Omit<ReceivedMail, 'tokenOf'> | undefined>;
}

function mailboxAt(
  { list, get }: CapturedMails,
  waiting: { timeout: number; interval: number },
): TestMailbox {
  const open = async (id: string): Promise<ReceivedMail> => {
    const mail = await get(id);
    if (!mail) throw new Error(`the mail ${id} is missing`);
    return { ...mail, tokenOf: (type) => tokenIn(mail.text, type) };
  };
  return mailboxOf((address, count = 1) =>
    vi.waitFor(async () => {
      const own = (await list()).filter(({ to }) => to === address).reverse();
      if (own.length < count) throw new Error(`${own.length} of ${count} mails to ${address}`);
      return Promise.all(own.map(({ id }) => open(id)));
    }, waiting),
  );
}

function mailboxOf(receive: TestMailbox['receive']): TestMailbox {
  return {
    receive,
    latest: async (address, count) => {
      const mail = (await receive(address, count)).at(-1);
      if (!mail) throw new Error(`no mail to ${address}`);
      return mail;
    },
    subjects: async (address, count) =>
      (await receive(address, count)).map(({ subject }) => subject),
  };
}

function tokenIn(text: string, type: string): string {
  const link = text.match(/https?:\/\/\S+/g)?.find((url) => url.includes(`type=${type}`));
  const token = link && new URLSearchParams(new URL(link).hash.slice(1)).get('token');
  if (!token) throw new Error(`no link with type=${type} in:\n${text}`);
  return token;
}

/** Mails that an SMTP stand-in accepted. */
export function acceptedMails({ accepted }: SmtpStandIn): TestMailbox {
  const receive = (address: string, count = 1) =>
    vi.waitFor(
      () => {
        const own = accepted.filter(({ to }) => to === address);
        if (own.length < count) throw new Error(`${own.length} of ${count} mails to ${address}`);
        return own.map((mail) => ({
          ...mail,
          id: mail.message_id,
          tokenOf: (type: string) => tokenIn(mail.text, type),
        }));
      },
      { timeout: 20_000, interval: 50 },
    );
  return mailboxOf(receive);
}
