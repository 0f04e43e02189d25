import type { Clock } from '../clock/clock.ts';
import type { Job } from '../jobs/job.ts';
import type { JobQueue } from '../jobs/job-queue.ts';
import { retryPolicies } from '../jobs/retry-policies.ts';
import { mailJob, type QueuedMail } from './enqueue-mail.ts';
import type { AnyMail } from './mail.ts';
import { type Mailer, sendMail } from './send-mail.ts';

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
  const held = heldBack(order, ctx.clock.now());
  await ctx.jobs.enqueue(mailJob, held, { startAfterSeconds: outcome.wait_seconds });
}

function mailOf<One extends AnyMail>(mails: readonly One[], { mail }: QueuedMail): One {
  const found = mails.find(({ name }) => name === mail);
  if (!found) throw new Error(`No mail is called ${mail}.`);
  return found;
}

/** Longer than any mail is tried. */
const longestHoldMs = 14 * 24 * 3_600_000;

/**
 * The same order, for later. It begins its tries anew, so one whose turn never comes fails in the
 * end, and then its policy ends it.
 */
function heldBack(order: QueuedMail, now: Date): QueuedMail {
  const held_since = order.held_since ?? now.toISOString();
  if (now.getTime() - Date.parse(held_since) > longestHoldMs) {
    throw new Error('The mail was held back for too long.');
  }
  return { ...order, held_since };
}
