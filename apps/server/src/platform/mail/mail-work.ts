import type { Clock } from '../clock/clock.ts';
import type { Job } from '../jobs/job.ts';
import type { JobQueue } from '../jobs/job-queue.ts';
import { retryPolicies } from '../jobs/retry-policies.ts';
import type { AnyMail, BouncedMail } from './mail.ts';
import { type MailOrder, mailJob } from './order-mail.ts';
import { type MailOutcome, type MailPost, sendMail } from './send-mail.ts';

/** A mail with what its declaration works with. */
export interface KnownMail {
  mail: AnyMail;
  send(post: MailPost, order: MailOrder): Promise<MailOutcome>;
  /** What a report that it will not arrive brings about. */
  bounced(ids: object, bounce: BouncedMail): Promise<void>;
}

export function knownMails<Deps>(mails: readonly AnyMail<Deps>[], deps: Deps): KnownMail[] {
  return mails.map((mail) => ({
    mail,
    send: (post, order) => sendMail(post, deps, mail, order),
    bounced: async (ids, bounce) => mail.onBounced?.(deps, ids, bounce),
  }));
}

/** What the one job of all mails does, and how long. */
export type MailWork = Required<Pick<Job<MailOrder>, 'policyOf' | 'run'>>;

export function mailWork(
  post: MailPost,
  jobs: Pick<JobQueue, 'enqueue'>,
  known: readonly KnownMail[],
  clock: Clock,
): MailWork {
  const byName = new Map(known.map((one) => [one.mail.name, one]));
  const find = ({ mail }: MailOrder) => {
    const found = byName.get(mail);
    if (!found) throw new Error(`No mail is called ${mail}.`);
    return found;
  };
  return {
    policyOf: (order) => {
      const { retry, isBulk } = find(order).mail;
      return { retry: retryPolicies[retry], priority: isBulk ? -1 : 0 };
    },
    run: async (order) => {
      const outcome = await find(order).send(post, order);
      if (typeof outcome === 'string') return;
      const held = heldBack(order, clock.now());
      await jobs.enqueue(mailJob, held, { startAfterSeconds: outcome.wait_seconds });
    },
  };
}

/** Longer than any mail is tried. */
const longestHoldMs = 14 * 24 * 3_600_000;

/**
 * The same order, for later. It begins its tries anew, so one whose turn never comes fails in the
 * end, and then its policy ends it.
 */
function heldBack(order: MailOrder, now: Date): MailOrder {
  const held_since = order.held_since ?? now.toISOString();
  if (now.getTime() - Date.parse(held_since) > longestHoldMs) {
    throw new Error('The mail was held back for too long.');
  }
  return { ...order, held_since };
}
