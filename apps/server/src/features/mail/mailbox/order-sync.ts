import type { MailboxView } from '@zavet/contract/mail/mailbox-endpoints';
import type { Context } from '../../../context.ts';
import { fail } from '../../../platform/failure.ts';
import { lockUser } from '../../identity/account/index.ts';
import { amendMailbox, findMailbox } from './mailbox-repository.ts';
import { stateAgain } from './mailbox-rules.ts';
import { readMailbox } from './read-mailbox.ts';
import { syncMailboxJob } from './sync-jobs.ts';

/** Orders a sync now, also of a mailbox that was stopped: its owner has seen to the trouble. */
export async function orderSync(ctx: Context, userId: string): Promise<MailboxView> {
  const { database, clock, jobs } = ctx;
  await database.transaction(async () => {
    if (!(await lockUser(database, userId))) fail('session_missing');
    const mailbox = (await findMailbox(database, userId)) ?? fail('not_found');
    const now = clock.now();
    await amendMailbox(database, mailbox.id, {
      next_sync_at: now,
      ordered_at: now,
      ...(mailbox.state === 'stopped' && {
        state: stateAgain(mailbox.last_email_sync),
        trouble: null,
        trouble_since: null,
        failed_tries: 0,
      }),
    });
    await jobs.enqueue(syncMailboxJob, { mailbox_id: mailbox.id });
  });
  return (await readMailbox(ctx, userId)) ?? fail('not_found');
}
