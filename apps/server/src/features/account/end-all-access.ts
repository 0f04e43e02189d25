import type { Caller } from '../../platform/http/route.ts';
import type { AccountDeps } from './account-deps.ts';
import { forgetDevices } from './account-repository.ts';
import { cancelPendingEmailChange } from './cancel-email-change.ts';
import { removeFactorsSince } from './factors/factor-removed.ts';
import { endWait } from './factors/lost-device/end-wait.ts';
import { deleteUnusedLinks } from './link-repository.ts';
import { createLink } from './links.ts';
import { voidPassword } from './password-repository.ts';
import { recordSecurityEvent } from './security-event-repository.ts';
import { deleteAllSessions } from './session-repository.ts';

interface Intrusion {
  /** From when on somebody else was in the account. */
  since: Date;
  kind: 'sign_in_disowned' | 'factor_disowned';
}

/**
 * Somebody else was in the account. What was added or used since to sign in goes, every session ends,
 * the password is void, and a link for a new one is made. In the caller's transaction, which has
 * locked the account.
 */
export async function endAllAccess(
  deps: AccountDeps,
  userId: string,
  { since, kind }: Intrusion,
  caller: Caller,
): Promise<string> {
  const { database, clock } = deps;
  const now = clock.now();
  await removeFactorsSince(deps, userId, since);
  await voidPassword(database, userId, now);
  await deleteAllSessions(database, userId);
  await forgetDevices(database, userId);
  await cancelPendingEmailChange(deps, userId);
  await endWait(deps, userId, 'password_changed', caller);
  await deleteUnusedLinks(database, userId, 'recover_password');
  await recordSecurityEvent(database, userId, kind, caller, now);
  return createLink(deps, userId, 'recover_password', caller);
}
