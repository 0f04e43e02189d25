import type { MailboxView } from '@zavet/contract/mail/mailbox-endpoints';
import type { Context } from '../../../context.ts';
import { fail } from '../../../platform/failure.ts';
import { lockUser } from '../../identity/account/index.ts';
import { amendMailbox, findMailbox } from './mailbox-repository.ts';
import { readMailbox } from './read-mailbox.ts';

/** Switches the refreshing by itself. A first sync that is under way is finished all the same. */
export async function setMailboxSync(
  ctx: Context,
  userId: string,
  auto_sync_enabled: boolean,
): Promise<MailboxView> {
  const { database, clock } = ctx;
  await database.transaction(async () => {
    if (!(await lockUser(database, userId))) fail('session_missing');
    const mailbox = (await findMailbox(database, userId)) ?? fail('not_found');
    await amendMailbox(database, mailbox.id, {
      auto_sync_enabled,
      ...(mailbox.state === 'working' && {
        next_sync_at: auto_sync_enabled ? clock.now() : null,
      }),
    });
  });
  return (await readMailbox(ctx, userId)) ?? fail('not_found');
}
