import { fail } from '../../../platform/failure.ts';
import type { AccountDeps } from './account-deps.ts';
import { lockUser } from './account-repository.ts';
import { takeRequest } from './account-requests.ts';
import { findAccountHead } from './desk-repository.ts';
import { systemActor } from './security-event-repository.ts';

/** The same as if the person had asked for the link again, in an unknown browser. */
export async function resendConfirmation(deps: AccountDeps, userId: string): Promise<void> {
  await lockUser(deps.database, userId);
  const account = (await findAccountHead(deps.database, userId)) ?? fail('not_found');
  if (account.email_verified) fail('already_confirmed');
  await takeRequest(deps, systemActor, { kind: 'resend_verification', email: account.email });
}
