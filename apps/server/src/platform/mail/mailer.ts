import type { Locale } from '@zavet/contract/locales';
import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import { newId } from '../ids.ts';
import { type Job, jobName, retryPolicies } from '../jobs/job.ts';
import type { JobQueue } from '../jobs/job-queue.ts';
import type { Checkpoint } from '../process.ts';
import type { AnyMail, Mail, MailHeldBack, SiteInfo } from './mail.ts';
import {
  answerFacts,
  type DeliveryReceipt,
  MailRefused,
  type MailTransport,
  type OutgoingMail,
} from './mail-transport.ts';
import type { ReturnAddresses } from './return-address.ts';
import type { WrittenMail } from './templates/write-mail.tsx';

export const mailJob = jobName<QueuedMail>('mail');

/** Longer than any mail is tried. */
const longestHoldMs = 14 * 24 * 3_600_000;

/** What handing mails over needs. */
export interface Mailer {
  transport: MailTransport;
  site: SiteInfo;
  log: Logger;
  checkpoint: Checkpoint;
  /** Not given where reports are not read. */
  returnAddresses?: ReturnAddresses;
  /** Seconds until an address may get a mail that a stranger may have caused; 0 for now. */
  waitForNamed?(mail: string, to: string): Promise<number>;
  /** The same mail will be tried again: it does not count twice. */
  giveBackNamed?(to: string): Promise<void>;
  /** Keeps whose mail it was, for a report about it. */
  noteTaken?(order: QueuedMail, to: string): Promise<void>;
}

type MailOutcome = 'taken' | 'refused' | 'not_due' | MailHeldBack;

/**
 * Writes and hands over one ordered mail. A repetition carries the same links and the same
 * Message-ID. Throws where another try may succeed.
 */
export async function sendMail<Deps, Ids extends object, Facts>(
  mailer: Mailer,
  deps: Deps,
  mail: Mail<Deps, Ids, Facts>,
  { mail_id, ids }: Omit<QueuedMail, 'mail'> & { ids: Ids },
): Promise<MailOutcome> {
  const found = await mail.find(deps, ids);
  if (!found) return 'not_due';
  if ('wait_seconds' in found) return found;
  if (mail.namedAddress) {
    const wait_seconds = (await mailer.waitForNamed?.(mail.name, found.to)) ?? 0;
    if (wait_seconds > 0) return mail.namedAddress === 'waits' ? { wait_seconds } : 'not_due';
  }
  const { facts, language } = found;
  // React and the mail components are loaded with the first mail, not at start.
  const { writeMail } = await import('./templates/write-mail.tsx');
  const written = await writeMail(mail, language, facts, mailer.site);
  try {
    mailer.checkpoint('mail.before_hand_over');
    const stop_url = mail.stopAt?.(facts, mailer.site);
    await handOver(mailer, mail.name, mail_id, { ...found, stop_url }, written);
    mailer.checkpoint('mail.taken');
  } catch (error) {
    if (!(error instanceof MailRefused)) throw error;
    const { retryAfterMs } = error;
    const isFinal =
      retryAfterMs === undefined && (mail.isFinal?.(deps, error, facts) ?? error.permanent);
    if (mail.namedAddress && !isFinal) await mailer.giveBackNamed?.(found.to);
    if (retryAfterMs !== undefined) return heldBack(retryAfterMs);
    if (!isFinal) throw error;
    mailer.log.warn(
      {
        code: 'mail_refused',
        mail: mail.name,
        mail_id,
        ids,
        ...answerFacts(error, found.to),
      },
      'the mail server refused a mail, and it is not tried again',
    );
    await mail.settle?.(deps, ids, facts, 'refused');
    return 'refused';
  }
  // Before the outcome: what is recorded as taken is not sent, and so not noted, again.
  if (mail.onBounced) await mailer.noteTaken?.({ mail: mail.name, mail_id, ids }, found.to);
  await mail.settle?.(deps, ids, facts, 'taken');
  return 'taken';
}

function heldBack(retryAfterMs: number): MailHeldBack {
  return { wait_seconds: Math.ceil(retryAfterMs / 1_000) };
}

/** Whom a mail goes to, and what its headers say besides its text. */
type HandedOver = Pick<OutgoingMail, 'to' | 'reply_to' | 'stop_url'> & { language: Locale };

/** Gives a written mail to the mail server, under the Message-ID of its name and id. */
export function handOver(
  { transport, site, returnAddresses }: Pick<Mailer, 'transport' | 'site' | 'returnAddresses'>,
  name: string,
  mailId: string,
  { to, language, reply_to, stop_url }: HandedOver,
  written: WrittenMail,
): Promise<DeliveryReceipt> {
  const message_id = messageIdOf(site, name, mailId);
  const return_path = returnAddresses?.addressOf(mailId);
  const mail = { ...written, to, language, reply_to, stop_url };
  return transport.deliver({ ...mail, message_id, return_path });
}

export interface QueuedMail {
  mail: string;
  /** Makes the Message-ID, with the name of the mail. */
  mail_id: string;
  ids: object;
  /** Since when the mail waits for its turn, if it had to. */
  held_since?: string;
}

interface OrderOptions {
  /** Where another order of the same mail must have the same Message-ID. */
  mailId?: string;
  startAfterSeconds?: number;
}

/** Orders a mail in the transaction of its cause. */
export function enqueueMail<Ids extends object>(
  { jobs }: { jobs: Pick<JobQueue, 'enqueue'> },
  mail: Mail<never, Ids, unknown>,
  ids: NoInfer<Ids>,
  { mailId = newId(), startAfterSeconds }: OrderOptions = {},
): Promise<void> {
  const order = { mail: mail.name, mail_id: mailId, ids };
  return jobs.enqueue(mailJob, order, { startAfterSeconds });
}

interface MailContext {
  mailer: Mailer;
  jobs: Pick<JobQueue, 'enqueue'>;
  clock: Clock;
}

/** How long a mail is tried, and which ones go first. */
export function policyOfMail(
  mails: readonly AnyMail[],
  order: QueuedMail,
): ReturnType<NonNullable<Job['policyOf']>> {
  const { retry, isBulk } = mailOf(mails, order);
  return { retry: retryPolicies[retry], priority: isBulk ? -1 : 0 };
}

/** The one job of all mails. */
export async function runMailJob<Ctx extends MailContext>(
  ctx: Ctx,
  mails: readonly AnyMail<Ctx>[],
  order: QueuedMail,
): Promise<void> {
  const outcome = await sendMail(ctx.mailer, ctx, mailOf(mails, order), order);
  if (typeof outcome === 'string') return;
  const held = deferred(order, ctx.clock.now());
  await ctx.jobs.enqueue(mailJob, held, { startAfterSeconds: outcome.wait_seconds });
}

function mailOf<One extends AnyMail>(mails: readonly One[], { mail }: QueuedMail): One {
  const found = mails.find(({ name }) => name === mail);
  if (!found) throw new Error(`No mail is called ${mail}.`);
  return found;
}

/**
 * The same order, for later. It begins its tries anew, so one whose turn never comes fails in the
 * end, and then its policy ends it.
 */
function deferred(order: QueuedMail, now: Date): QueuedMail {
  const held_since = order.held_since ?? now.toISOString();
  if (now.getTime() - Date.parse(held_since) > longestHoldMs) {
    throw new Error('The mail was held back for too long.');
  }
  return { ...order, held_since };
}

/** Always the same for one mail, so that mail programs show a repetition once. */
function messageIdOf({ publicUrl }: SiteInfo, kind: string, mailId: string): string {
  return `<${kind}.${mailId}@${new URL(publicUrl).hostname}>`;
}

/** What a mail is called whose id this is. */
export function mailKindOf(messageId: string): string {
  return /^<([\w-]+)\./.exec(messageId)?.[1] ?? 'unknown';
}
