import type { ProveInput, UsedPasskey } from '@zavet/contract/account/factor-schemas';
import { fail } from '../../../platform/failure.ts';
import type { Caller, Owner } from '../../../platform/http/route.ts';
import type { AccountDeps } from './account-deps.ts';
import { failWrongCode } from './factors/codes/switch-codes.ts';
import { takeOwnCode } from './factors/codes/take-own-code.ts';
import { endWait } from './factors/lost-device/end-wait.ts';
import { acceptPasskey, checkPasskey } from './factors/passkeys/use-passkey.ts';
import { takeProofAttempt } from './proof-throttle.ts';
import { lockSignedIn, provePassword } from './prove-password.ts';
import { recordSecurityEvent } from './security-event-repository.ts';
import { markFactorProven } from './session-repository.ts';
import { giveBackAttempt } from './sign-in-attempt-repository.ts';

/** Password, passkey or one-time code: each proves for a while that the owner is there. */
export async function proveSession(
  deps: AccountDeps,
  owner: Owner,
  input: ProveInput,
  caller: Caller,
): Promise<void> {
  if ('current_password' in input) await provePassword(deps, owner, input.current_password, caller);
  else if ('code' in input) await proveByCode(deps, owner, input.code, caller);
  else await proveByPasskey(deps, owner, input.passkey, caller);
}

async function proveByCode(
  deps: AccountDeps,
  owner: Owner,
  code: string,
  caller: Caller,
): Promise<void> {
  const attempt = await takeProofAttempt(deps, owner.user_id);
  const isProven = await prove(deps, owner, caller, async () => {
    if (!(await takeOwnCode(deps, owner.user_id, code))) return false;
    await giveBackAttempt(deps.database, attempt);
    return true;
  });
  if (!isProven) failWrongCode();
}

async function proveByPasskey(
  deps: AccountDeps,
  owner: Owner,
  given: UsedPasskey,
  caller: Caller,
): Promise<void> {
  const use = { purpose: 'proof', subject: owner.session_id } as const;
  const checked = await checkPasskey(deps, use, given);
  const isProven = await prove(
    deps,
    owner,
    caller,
    async () =>
      checked?.passkey.user_id === owner.user_id && (await acceptPasskey(deps, checked, caller)),
  );
  if (!isProven) fail('passkey_refused');
}

/** Under the account's lock; what was refused is committed too, with its entry in the owner's log. */
function prove(
  deps: AccountDeps,
  owner: Owner,
  caller: Caller,
  take: () => Promise<boolean>,
): Promise<boolean> {
  const { database, clock } = deps;
  return database.transaction(async () => {
    await lockSignedIn(deps, owner);
    const now = clock.now();
    if (!(await take())) {
      await recordSecurityEvent(database, owner.user_id, 'second_factor_failed', caller, now);
      return false;
    }
    await markFactorProven(database, owner.session_id, now);
    await endWait(deps, owner.user_id, 'factor_used', caller);
    return true;
  });
}
