import { limits } from '@zavet/contract/limits';
import type { Context } from '../../../context.ts';
import { fail } from '../../../platform/failure.ts';
import { lockUser, pins, recordSecurityEvent, systemActor } from '../../identity/account/index.ts';
import { mailOwner } from '../emails/owner-mail.ts';
import { activationPinLocked } from '../emails/start-mails.ts';
import { lockPinTries, type PinTries, savePinTries } from './pin-repository.ts';
import { afterRightPin, afterWrongPin, isLocked } from './pin-rules.ts';

export interface PinProof {
  owner_id: string;
  contact_id: string;
  pin_hash: string;
}

interface TriedPin {
  isRight: boolean;
  /** False where the contact is locked out: nothing was compared or counted. */
  isCompared: boolean;
  tries: PinTries;
}

/** Fails unless the PIN is the owner's. Tries of one contact come one after another. */
export async function requirePin(
  ctx: Context,
  proof: PinProof,
  pin: string | undefined,
): Promise<void> {
  if (pin === undefined) fail('pin_required', { fields: { pin: 'pin_required' } });
  // Decided after the transaction: a failure inside it would take the counting back.
  const { isRight, tries } = await tryPin(ctx, proof, pin);
  if (isRight) return;
  if (tries.locked_until) {
    fail('pin_locked', { facts: { until: tries.locked_until } });
  }
  fail('wrong_pin', {
    fields: { pin: 'wrong_pin' },
    facts: { tries_left: limits.pinTries - tries.failures },
  });
}

/** Compares a PIN and counts the try, in the caller's transaction if there is one. */
export function tryPin(
  ctx: Context,
  { owner_id, contact_id, pin_hash }: PinProof,
  pin: string,
): Promise<TriedPin> {
  const { database, clock } = ctx;
  return database.transaction(async () => {
    await lockUser(database, owner_id);
    const tries = await lockPinTries(database, contact_id);
    // Removed since it was looked up.
    if (!tries) return fail('legacy_not_found');
    const now = clock.now();
    if (isLocked(tries, now)) return { isRight: false, isCompared: false, tries };
    const isRight = await pins(ctx).matches(pin_hash, pin);
    const next = isRight ? afterRightPin : afterWrongPin(tries, now);
    await savePinTries(database, contact_id, next);
    if (next.locked_until) await tellOwner(ctx, owner_id, contact_id);
    return { isRight, isCompared: true, tries: next };
  });
}

async function tellOwner(
  { database, clock, jobs }: Context,
  ownerId: string,
  contactId: string,
): Promise<void> {
  const now = clock.now();
  await recordSecurityEvent(database, ownerId, 'activation_pin_locked', systemActor, now);
  await mailOwner({ database, jobs }, ownerId, activationPinLocked, { contact_id: contactId });
}
