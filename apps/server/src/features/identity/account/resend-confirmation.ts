import type { Context } from '../../../context.ts';
import { fail } from '../../../platform/failure.ts';
import { lockUser } from './account-repository.ts';
import { takeRequest } from './account-requests.ts';
import { findAccountHead } from './desk-repository.ts';
import { systemActor } from './security-event-repository.ts';

/** The same as if the person had asked for the link again, in an unknown browser. */
export async function resendConfirmation(ctx: Context, userId: string): Promise<void> {
  await lockUser(ctx.database, userId);
  const account = (await findAccountHead(ctx.database, userId)) ?? fail('not_found');
  if (account.email_verified) fail('already_confirmed');
  await takeRequest(ctx, systemActor, { kind: 'resend_verification', email: account.email });
}
