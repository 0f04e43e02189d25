import type { Context } from '../../../context.ts';
import { fail } from '../../../platform/failure.ts';
import type { Caller, Owner } from '../../../platform/http/route.ts';
import { enqueueMail } from '../../../platform/mail/mailer.ts';
import { recordSecurityEvent } from '../../identity/account/index.ts';
import { stopCodeRemoved } from '../emails/settings-mails.ts';
import { lockOwner } from './lock-owner.ts';
import { deleteVetoCode } from './rules-repository.ts';

/** Ends the code on paper. */
export function removeVetoCode(ctx: Context, owner: Owner, caller: Caller): Promise<void> {
  const { database, clock } = ctx;
  const { user_id } = owner;
  return database.transaction(async () => {
    await lockOwner(ctx, user_id);
    if (!(await deleteVetoCode(database, user_id))) fail('not_found');
    const now = clock.now();
    await recordSecurityEvent(database, user_id, 'stop_code_removed', caller, now);
    await enqueueMail(ctx, stopCodeRemoved, { user_id, at: now.toISOString() });
  });
}
