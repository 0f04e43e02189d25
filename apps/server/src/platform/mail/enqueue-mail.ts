import { jobName } from '../jobs/job.ts';
import type { JobQueue } from '../jobs/job-queue.ts';
import { newId } from '../new-id.ts';
import type { Mail } from './mail.ts';

export interface QueuedMail {
  mail: string;
  /** Makes the Message-ID, with the name of the mail. */
  mail_id: string;
  ids: object;
  /** Since when the mail waits for its turn, if it had to. */
  held_since?: string;
}

export const mailJob = jobName<QueuedMail>('mail');

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
