import type { Context } from '../../../context.ts';
import { orderDue } from './mailbox-repository.ts';
import { syncMailboxJob } from './sync-jobs.ts';

/** What was ordered and has not begun after so long is ordered again. */
const orderedAgainAfterMs = 10 * 60_000;
const mostAtOnce = 200;

/** Orders a job for each mailbox whose time has come. What does not fit waits for the next minute. */
export async function refreshMailboxes({ database, clock, jobs }: Context): Promise<void> {
  const now = clock.now();
  const orderedBefore = new Date(now.getTime() - orderedAgainAfterMs);
  await database.transaction(async () => {
    for (const mailbox_id of await orderDue(database, now, orderedBefore, mostAtOnce)) {
      await jobs.enqueue(syncMailboxJob, { mailbox_id });
    }
  });
}
