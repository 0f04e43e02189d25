import { isActive } from '@zavet/contract/protocol/protocol-values';
import { linkLifetimes } from '@zavet/contract/timings';
import type { Context } from '../../../context.ts';
import { fail } from '../../../platform/failure.ts';
import { lockUser, recordSecurityEvent, systemActor } from '../../identity/account/index.ts';
import { type Activation, lockActivation } from '../activation/activation-repository.ts';
import { isCorrectable } from './delivery-rules.ts';
import {
  type Envelope,
  type LockedEnvelope,
  lockEnvelope,
  recordForLetters,
  saveCorrection,
} from './envelope-repository.ts';
import { addressOf } from './open-recipient.ts';
import { findRecipientColumns } from './recipient-repository.ts';
import { resendLetter } from './resend-letter.ts';

interface Correction {
  email: string;
  /** In the same transaction, before anything is written: fails where this person may not. */
  mayCorrect?(activation: Activation): void | Promise<void>;
  /** In the same transaction: who else is to know of it. */
  tell(): Promise<void>;
}

/** Saves a corrected address, for contact and operator alike, and sends the letters there. */
export async function writeCorrection(
  ctx: Context,
  { id, user_id, activation_id }: Envelope,
  { email, mayCorrect, tell }: Correction,
): Promise<void> {
  const { database, checkpoint } = ctx;
  await database.transaction(async () => {
    await lockUser(database, user_id);
    const activation = await lockActivation(database, activation_id);
    if (!activation || !isActive(activation.status)) return fail('address_not_correctable');
    await mayCorrect?.(activation);
    const envelope = await lockEnvelope(database, id);
    if (!envelope) return fail('not_found');
    await write(ctx, envelope, email);
    await tell();
    checkpoint('correction.before_commit');
  });
  checkpoint('correction.committed');
}

async function write(ctx: Context, envelope: LockedEnvelope, email: string): Promise<void> {
  const { database, clock, vault } = ctx;
  const now = clock.now();
  if (!isCorrectable(envelope)) fail('address_not_correctable');
  // The mail may be arriving at the old address at this very moment.
  if (envelope.is_claimed) fail('delivery_under_way');
  const key = await vault.keyOf(envelope.user_id);
  const recipient = await findRecipientColumns(database, envelope.id);
  if (recipient && addressOf(key, recipient) === email) fail('no_changes');
  await saveCorrection(database, envelope.id, key.seal(envelope.id, 'corrected_email', email));
  await recordForLetters(database, envelope.id, 'address_corrected', now);
  await recordSecurityEvent(
    database,
    envelope.user_id,
    'delivery_address_corrected',
    systemActor,
    now,
  );
  // Whatever became of the old address, its link opens nothing any more.
  await resendLetter(ctx, envelope, new Date(now.getTime() + linkLifetimes.delivery));
}
