import type { Locale } from '@zavet/contract/locales';
import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import { newId } from '../ids.ts';
import { type Job, jobName, retryPolicies } from '../jobs/job.ts';
import type { JobQueue } from '../jobs/job-queue.ts';
import type { Checkpoint } from '../process.ts';
import type { AnyMail, Mail, MailHeldBack, SiteInfo } from './mail.ts';
import {
  type DeliveryReceipt,
  MailRefused,
  type MailTransport,
  type OutgoingMail,
  replyFacts,
} from './mail-transport.ts';
import type { ReturnAddresses } from './return-address.ts';
import type { WrittenMail } from './templates/write-mail.tsx';

export interface Mailer {
  transport: MailTransport;
  site: SiteInfo;
  log: Logger;
  checkpoint: Checkpoint;
  /** Set only if delivery reports are read. */
  returnAddresses?: ReturnAddresses;
  /** Counts a mail to an address that a stranger may have entered; returns the seconds to wait. */
  claimUnconfirmedMail?(mail: string, to: string): Promise<number>;
  /** Undoes the count for a mail that will be retried. */
  releaseUnconfirmedMail?(to: string): Promise<void>;
  /** Stores the recipient, so that a delivery report can be assigned. */
  recordSent?(mail: QueuedMail, to: string): Promise<void>;
}

export interface QueuedMail {
  mail: string;
  /** Part of the Message-ID. */
  mail_id: string;
  ids: object;
  /** First postponement by a rate limit. */
  held_since?: string;
}

export const mailJob = jobName<QueuedMail>('mail');

interface EnqueueOptions {
  /** To repeat a mail with the same Message-ID. */
  mailId?: string;
  startAfterSeconds?: number;
}

/** Enqueues a mail in the current transaction. */
export function enqueueMail<Ids extends object>(
  { jobs }: { jobs: Pick<JobQueue, 'enqueue'> },
  mail: Mail<never, Ids, unknown>,
  ids: NoInfer<Ids>,
  { mailId = newId(), startAfterSeconds }: EnqueueOptions = {},
): Promise<void> {
  const queued = { mail: mail.name, mail_id: mailId, ids };
  return jobs.enqueue(mailJob, queued, { startAfterSeconds });
}

/** Retry policy and priority of a queued mail. */
export function policyOfMail(
  mails: readonly AnyMail[],
  queued: QueuedMail,
): ReturnType<NonNullable<Job['policyOf']>> {
  const { retry, isBulk } = mailOf(mails, queued);
  return { retry: retryPolicies[retry], priority: isBulk ? -1 : 0 };
}

interface MailContext {
  mailer: Mailer;
  jobs: Pick<JobQueue, 'enqueue'>;
  clock: Clock;
}

export async function runMailJob<Ctx extends MailContext>(
  ctx: Ctx,
  mails: readonly AnyMail<Ctx>[],
  queued: QueuedMail,
): Promise<void> {
  const outcome = await sendMail(ctx.mailer, ctx, mailOf(mails, queued), queued);
  if (typeof outcome === 'string') return;
  const postponed = postpone(queued, ctx.clock.now());
  await ctx.jobs.enqueue(mailJob, postponed, { startAfterSeconds: outcome.wait_seconds });
}

function mailOf<One extends AnyMail>(mails: readonly One[], { mail }: QueuedMail): One {
  const found = mails.find(({ name }) => name === mail);
  if (!found) throw new Error(`No mail is called ${mail}.`);
  return found;
}

/** Longer than the longest retry policy. */
const maxPostponementMs = 14 * 24 * 3_600_000;

/**
 * Returns the mail for a new job. A new job restarts the retries, so this limits the total time:
 * after it, this throws and the job fails.
 */
function postpone(queued: QueuedMail, now: Date): QueuedMail {
  const held_since = queued.held_since ?? now.toISOString();
  if (now.getTime() - Date.parse(held_since) > maxPostponementMs) {
    throw new Error('The mail was held back for too long.');
  }
  return { ...queued, held_since };
}

type MailOutcome = 'accepted' | 'refused' | 'not_due' | MailHeldBack;

/**
 * Renders and sends one mail. A repeated mail has the same links and Message-ID. Throws if a retry
 * may succeed.
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
  if (mail.unconfirmedLimit) {
    const wait_seconds = (await mailer.claimUnconfirmedMail?.(mail.name, found.to)) ?? 0;
    if (wait_seconds > 0) return mail.unconfirmedLimit === 'delay' ? { wait_seconds } : 'not_due';
  }
  const { facts, language } = found;
  // React and the mail components are loaded with the first mail, not at start.
  const { writeMail } = await import('./templates/write-mail.tsx');
  const written = await writeMail(mail, language, facts, mailer.site);
  try {
    mailer.checkpoint('mail.before_hand_over');
    const unsubscribe_url = mail.unsubscribeUrl?.(facts, mailer.site);
    await deliverMail(mailer, mail.name, mail_id, { ...found, unsubscribe_url }, written);
    mailer.checkpoint('mail.accepted');
  } catch (error) {
    if (!(error instanceof MailRefused)) throw error;
    const { retryAfterMs } = error;
    const isFinal =
      retryAfterMs === undefined && (mail.isFinal?.(deps, error, facts) ?? error.permanent);
    if (mail.unconfirmedLimit && !isFinal) await mailer.releaseUnconfirmedMail?.(found.to);
    if (retryAfterMs !== undefined) return { wait_seconds: Math.ceil(retryAfterMs / 1_000) };
    if (!isFinal) throw error;
    mailer.log.warn(
      { code: 'mail_refused', mail: mail.name, mail_id, ids, ...replyFacts(error, found.to) },
      'mail refused by the mail server; no further attempt',
    );
    await mail.settle?.(deps, ids, facts, 'refused');
    return 'refused';
  }
  // Runs before `settle`: a settled mail is not sent again, so a lost record could not be repeated.
  if (mail.onBounced) await mailer.recordSent?.({ mail: mail.name, mail_id, ids }, found.to);
  await mail.settle?.(deps, ids, facts, 'accepted');
  return 'accepted';
}

type Recipient = Pick<OutgoingMail, 'to' | 'reply_to' | 'unsubscribe_url'> & { language: Locale };

/** Sends a rendered mail, with a Message-ID of its name and id. */
export function deliverMail(
  { transport, site, returnAddresses }: Pick<Mailer, 'transport' | 'site' | 'returnAddresses'>,
  name: string,
  mailId: string,
  { to, language, reply_to, unsubscribe_url }: Recipient,
  written: WrittenMail,
): Promise<DeliveryReceipt> {
  return transport.deliver({
    ...written,
    ...{ to, language, reply_to, unsubscribe_url },
    message_id: messageIdOf(site, name, mailId),
    return_path: returnAddresses?.addressOf(mailId),
  });
}

/** Constant per mail, so that mail programs show a repeated mail once. */
function messageIdOf({ publicUrl }: SiteInfo, name: string, mailId: string): string {
  return `<${name}.${mailId}@${new URL(publicUrl).hostname}>`;
}

/** The name of the mail with this Message-ID. */
export function mailKindOf(messageId: string): string {
  return /^<([\w-]+)\./.exec(messageId)?.[1] ?? 'unknown';
}
