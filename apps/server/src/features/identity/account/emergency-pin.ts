import type { removePinInput, setPinInput } from '@zavet/contract/account/account-schemas';
import { pinProblem } from '@zavet/contract/account/pin-rules';
import type { z } from 'zod';
import { fail } from '../../../platform/failure.ts';
import type { Caller, Owner } from '../../../platform/http/route.ts';
import { orderMail } from '../../../platform/mail/order-mail.ts';
import type { AccountDeps } from './account-deps.ts';
import { pinChanged } from './emails/security-mails.ts';
import { ensureProfile } from './profile.ts';
import { updateProfile } from './profile-repository.ts';
import { withProvenPassword } from './prove-password.ts';
import { recordSecurityEvent } from './security-event-repository.ts';

/** Sets or changes the PIN that a trusted contact must know before paying for an activation. */
export async function setPin(
  deps: AccountDeps,
  owner: Owner,
  input: z.output<typeof setPinInput>,
  caller: Caller,
): Promise<void> {
  await refuseGuessablePin(deps, owner, input.pin);
  const pinHash = await deps.pins.hash(input.pin);
  await withProvenPassword(deps, owner, input.current_password, caller, async () => {
    // Again under the lock: the date of birth may have been saved meanwhile.
    await refuseGuessablePin(deps, owner, input.pin);
    await savePin(deps, owner, pinHash, caller);
  });
}

async function refuseGuessablePin(deps: AccountDeps, owner: Owner, pin: string): Promise<void> {
  const { date_of_birth } = await ensureProfile(deps, owner.user_id);
  const problem = pinProblem(pin, date_of_birth);
  if (problem) fail('invalid_input', { fields: { pin: problem } });
}

export async function removePin(
  deps: AccountDeps,
  owner: Owner,
  input: z.output<typeof removePinInput>,
  caller: Caller,
): Promise<void> {
  await withProvenPassword(deps, owner, input.current_password, caller, () =>
    savePin(deps, owner, null, caller),
  );
}

async function savePin(
  deps: AccountDeps,
  owner: Owner,
  pinHash: string | null,
  caller: Caller,
): Promise<void> {
  const { database, clock } = deps;
  const { pin_hash: earlier } = await ensureProfile(deps, owner.user_id);
  if (!pinHash && !earlier) fail('no_changes');
  const now = clock.now();
  await updateProfile(database, owner.user_id, { pin_hash: pinHash }, now);
  const kind = pinHash ? 'pin_set' : 'pin_removed';
  await recordSecurityEvent(database, owner.user_id, kind, caller, now);
  const change = pinHash ? (earlier ? 'changed' : 'set') : 'removed';
  const at = now.toISOString();
  await orderMail(deps, pinChanged, { user_id: owner.user_id, change, at });
}
