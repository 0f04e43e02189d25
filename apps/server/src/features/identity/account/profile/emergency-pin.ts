import { pinProblem } from '@zavet/contract/identity/account-rules';
import type { removePinInput, setPinInput } from '@zavet/contract/identity/account-schemas';
import type { z } from 'zod';
import type { Context } from '../../../../context.ts';
import { fail } from '../../../../platform/failure.ts';
import type { Caller, Owner } from '../../../../platform/http/route.ts';
import { enqueueMail } from '../../../../platform/mail/mailer.ts';
import { pins } from '../passwords/passwords.ts';
import { recordSecurityEvent } from '../security-event-repository.ts';
import { securityNotice } from '../security-mails.ts';
import { withProof } from '../sessions/proof.ts';
import { ensureProfile } from './profile.ts';
import { updateProfile } from './profile-repository.ts';

/** Sets or changes the PIN that a contact must know to start an activation. */
export async function setPin(
  ctx: Context,
  owner: Owner,
  input: z.output<typeof setPinInput>,
  caller: Caller,
): Promise<void> {
  await refuseGuessablePin(ctx, owner, input.pin);
  const pinHash = await pins(ctx).hash(input.pin);
  await withProof(ctx, owner, input.current_password, caller, async () => {
    // Checked again under the lock: the date of birth may have changed meanwhile.
    await refuseGuessablePin(ctx, owner, input.pin);
    await savePin(ctx, owner, pinHash, caller);
  });
}

async function refuseGuessablePin(ctx: Context, owner: Owner, pin: string): Promise<void> {
  const { date_of_birth } = await ensureProfile(ctx, owner.user_id);
  const problem = pinProblem(pin, date_of_birth);
  if (problem) fail('invalid_input', { fields: { pin: problem } });
}

export async function removePin(
  ctx: Context,
  owner: Owner,
  input: z.output<typeof removePinInput>,
  caller: Caller,
): Promise<void> {
  await withProof(ctx, owner, input.current_password, caller, () =>
    savePin(ctx, owner, null, caller),
  );
}

async function savePin(ctx: Context, owner: Owner, pinHash: string | null, caller: Caller) {
  const { database, clock } = ctx;
  const { pin_hash: previous } = await ensureProfile(ctx, owner.user_id);
  if (!pinHash && !previous) fail('no_changes');
  const now = clock.now();
  await updateProfile(database, owner.user_id, { pin_hash: pinHash }, now);
  const kind = pinHash ? 'pin_set' : 'pin_removed';
  await recordSecurityEvent(database, owner.user_id, kind, caller, now);
  await enqueueMail(ctx, securityNotice, {
    user_id: owner.user_id,
    event: pinHash && previous ? 'pin_changed' : kind,
    at: now.toISOString(),
  });
}
