import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  capturedMailSummary,
  capturedMailView,
} from '@zavet/contract/mail/captured-mail-endpoints';
import { z } from 'zod';
import type { Clock } from '../clock.ts';
import { type MailTransport, type OutgoingMail, safeHeaders } from './mail-transport.ts';

const capturedMail = capturedMailView.extend({ html: z.string(), language: z.string() });
export type CapturedMail = z.output<typeof capturedMail>;
type CapturedMailSummary = z.output<typeof capturedMailSummary>;

/** Stores mails as files instead of sending them, for development. */
export interface CapturedMailStore extends MailTransport {
  /** Newest first. */
  list(): Promise<CapturedMailSummary[]>;
  get(id: string): Promise<CapturedMail | undefined>;
  /** Removes at most `limit` older mails; returns their number. */
  removeBefore(moment: Date, limit: number): Promise<number>;
  /** Removes all mails to an address except the newest. */
  removeAllButNewestTo(address: string): Promise<void>;
}

export interface CapturedMailOptions {
  directory: string;
  from: string;
  clock: Clock;
  /** Maximum number of mails returned by `list`; older mails can be read by id. */
  maxListed?: number;
  /** Maximum number of stored mails. */
  maxStored?: number;
}

/** Time in milliseconds, sequence number of the process, digest of the Message-ID. */
const idPattern = /^\d{17}-\d{6}-[0-9a-f]{32}$/;

export function createCapturedMailStore({
  directory,
  from,
  clock,
  maxListed = 200,
  maxStored = 1000,
}: CapturedMailOptions): CapturedMailStore {
  let written = 0;
  let queue: Promise<unknown> = Promise.resolve();
  /** Cached, because a mail never changes. */
  const summaries = new Map<string, CapturedMailSummary>();

  async function capture(mail: OutgoingMail): Promise<void> {
    const { to, replyTo, subject, messageId, language } = safeHeaders(mail);
    await mkdir(directory, { recursive: true, mode: 0o700 });
    const digest = createHash('sha256').update(messageId).digest('hex').slice(0, 32);
    const ids = await idsIn(directory);
    const known = ids.find((id) => id.endsWith(digest));
    const now = clock.now();
    const id = known ?? newIdAt(now, written++, digest);
    const captured_at = known ? capturedAtOf(known) : now.toISOString();
    const record: CapturedMail = {
      ...{ id, from, to, subject, captured_at, message_id: messageId, language },
      ...(replyTo === undefined ? {} : { reply_to: replyTo }),
      text: mail.text,
      html: mail.html,
    };
    // Written to a temporary file and renamed, so that readers see only complete mails.
    const temporary = join(directory, `.${id}.${process.pid}.tmp`);
    await writeFile(temporary, JSON.stringify(record), { mode: 0o600 });
    await rename(temporary, join(directory, `${id}.json`));
    const surplus = ids.slice(maxStored - (known ? 0 : 1));
    await remove(surplus);
  }

  async function get(id: string): Promise<CapturedMail | undefined> {
    if (!idPattern.test(id)) return undefined;
    const content = await readFile(join(directory, `${id}.json`), 'utf8').catch(ignoreMissing);
    return content === undefined ? undefined : parseMail(content);
  }

  async function summaryOf(id: string): Promise<CapturedMailSummary | undefined> {
    const known = summaries.get(id);
    if (known) return known;
    const mail = await get(id);
    if (!mail) return undefined;
    const summary = capturedMailSummary.parse(mail);
    summaries.set(id, summary);
    return summary;
  }

  async function remove(ids: readonly string[]): Promise<void> {
    for (const id of ids) summaries.delete(id);
    await Promise.all(ids.map((id) => unlink(join(directory, `${id}.json`)).catch(() => {})));
  }

  return {
    async removeBefore(moment, limit) {
      const old = (await idsIn(directory)).filter((id) => new Date(capturedAtOf(id)) < moment);
      const due = old.slice(0, limit);
      await remove(due);
      return due.length;
    },
    async removeAllButNewestTo(address) {
      const ids = await idsIn(directory);
      const found = await Promise.all(ids.map(summaryOf));
      const [, ...older] = found.filter((mail) => mail?.to === address);
      await remove(older.flatMap((mail) => mail?.id ?? []));
    },
    deliver(mail) {
      // Captures one mail at a time, so that a mail delivered twice concurrently is stored once.
      const captured = queue.then(() => capture(mail));
      queue = captured.catch(() => {});
      return captured.then(() => ({ response: '250 captured' }));
    },
    async close() {
      await queue;
    },
    get,
    async list() {
      const ids = (await idsIn(directory)).slice(0, maxListed);
      const found = await Promise.all(ids.map(summaryOf));
      return found.filter((summary) => summary !== undefined);
    },
  };
}

/** Links must open outside of the sandboxed frame of the mailbox. */
export function withLinksInNewTab(html: string): string {
  const base = '<base target="_blank">';
  return /<head\b[^>]*>/i.test(html)
    ? html.replace(/<head\b[^>]*>/i, (head) => head + base)
    : base + html;
}

async function idsIn(directory: string): Promise<string[]> {
  const names = (await readdir(directory).catch(ignoreMissing)) ?? [];
  return names
    .filter((name) => name.endsWith('.json'))
    .map((name) => name.slice(0, -'.json'.length))
    .filter((id) => idPattern.test(id))
    .sort()
    .reverse();
}

function newIdAt(now: Date, order: number, digest: string): string {
  const time = now.toISOString().replace(/\D/g, '');
  return `${time}-${String(order % 1_000_000).padStart(6, '0')}-${digest}`;
}

function capturedAtOf(id: string): string {
  return id.replace(/^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d{3}).*$/, '$1-$2-$3T$4:$5:$6.$7Z');
}

function parseMail(content: string): CapturedMail | undefined {
  try {
    return capturedMail.parse(JSON.parse(content));
  } catch {
    return undefined;
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT') return undefined;
  throw error;
}
