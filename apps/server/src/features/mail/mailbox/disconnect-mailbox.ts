import type { Context } from '../../../context.ts';
import { fail } from '../../../platform/failure.ts';
import type { Caller, Owner } from '../../../platform/http/route.ts';
import { lockUser, recordSecurityEvent } from '../../identity/account/index.ts';
import { deleteMailbox } from './mailbox-repository.ts';

/** Password and lists go at once; a job that is at work finds nothing left to change. */
export async function disconnectMailbox(
  { database, clock }: Context,
  { user_id }: Owner,
  caller: Caller,
): Promise<void> {
  await database.transaction(async () => {
    if (!(await lockUser(database, user_id))) fail('session_missing');
    if (!(await deleteMailbox(database, user_id))) fail('not_found');
    await recordSecurityEvent(database, user_id, 'mailbox_disconnected', caller, clock.now());
  });
}
