import type { Context } from '../../../context.ts';
import { findPendingEmailChange, moveEmailChange } from './email-change-repository.ts';
import { nextEmailChangeState } from './email-change-rules.ts';

/** Ends a change that waits: a newer one replaces it, or its asker may not have been the owner. */
export async function cancelPendingEmailChange(
  { database, clock }: Context,
  userId: string,
): Promise<void> {
  const pending = await findPendingEmailChange(database, userId);
  const next = pending && nextEmailChangeState(pending.status, 'replace');
  if (next) await moveEmailChange(database, pending.id, pending.status, next, clock.now());
}
