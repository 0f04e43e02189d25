import type { Context } from '../../../context.ts';
import { fail } from '../../../platform/failure.ts';
import type { Caller, Owner } from '../../../platform/http/route.ts';
import { lockUser } from './account-repository.ts';
import { findPendingEmailChange, moveEmailChange } from './email-change-repository.ts';
import { nextEmailChangeState } from './email-change-rules.ts';
import { recordSecurityEvent } from './security-event-repository.ts';

/** The owner does not want the new address any more. Its link no longer works. */
export function withdrawEmailChange(
  { database, clock }: Context,
  { user_id }: Owner,
  caller: Caller,
): Promise<void> {
  return database.transaction(async () => {
    await lockUser(database, user_id);
    const pending = await findPendingEmailChange(database, user_id);
    const next = pending && nextEmailChangeState(pending.status, 'withdraw');
    const now = clock.now();
    if (!next || !(await moveEmailChange(database, pending.id, pending.status, next, now))) {
      fail('not_found');
    }
    await recordSecurityEvent(database, user_id, 'email_change_withdrawn', caller, now);
  });
}
