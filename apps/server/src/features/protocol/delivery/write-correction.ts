import { isActive } from '@zavet/contract/protocol/protocol-values';
import { linkLifetimes } from '@zavet/contract/timings';
import { fail } from '../../../platform/failure.ts';
import { lockUser, recordSecurityEvent, systemActor } from '../../account/public.ts';
import { type Activation, lockActivation } from '../activation/activation-repository.ts';
import type { ProtocolDeps } from '../protocol-deps.ts';
import {
  type Delivery,
  type LockedDelivery,
  lockDelivery,
  recordDeliveryEvents,
  saveCorrection,
} from './delivery-repository.ts';
import { isCorrectable } from './delivery-rules.ts';
import { addressOf } from './open-recipient.ts';
import { findRecipientColumns } from './recipient-repository.ts';
import { resendLetter } from './resend-letter.ts';

interface Correction {
  email: string;
  /** In the same transaction, before anything is written: fails where this person may not. */
  mayCorrect?(activation: Activation): void;
  /** In the same transaction: who else is to know of it. */
  tell(): Promise<void>;
}

/** Writes down a corrected address, once per letter, for contact and operator alike, and has the letter sent. */
export async function writeCorrection(
  deps: ProtocolDeps,
  { id, user_id, activation_id }: Delivery,
  { email, mayCorrect, tell }: Correction,
): Promise<void> {
  const { database, checkpoint } = deps;
  await database.transaction(async () => {
    await lockUser(database, user_id);
    const activation = await lockActivation(database, activation_id);
    if (!activation || !isActive(activation.status)) return fail('address_not_correctable');
    mayCorrect?.(activation);
    const delivery = await lockDelivery(database, id);
    if (!delivery) return fail('not_found');
    await write(deps, delivery, email);
    await tell();
    checkpoint('correction.before_commit');
  });
  checkpoint('correction.committed');
}

async function write(deps: ProtocolDeps, delivery: LockedDelivery, email: string): Promise<void> {
  const { database, clock, vault } = deps;
  const now = clock.now();
  if (!isCorrectable(delivery)) fail('address_not_correctable');
  // The mail may be arriving at the old address at this very moment.
  if (delivery.is_claimed) fail('delivery_under_way');
  const key = await vault.keyOf(delivery.user_id);
  const recipient = await findRecipientColumns(database, delivery.id);
  if (recipient && addressOf(key, recipient) === email) fail('no_changes');
  await saveCorrection(database, delivery.id, key.seal(delivery.id, 'corrected_email', email));
  await recordDeliveryEvents(database, [
    { delivery_id: delivery.id, kind: 'address_corrected', created_at: now },
  ]);
  await recordSecurityEvent(
    database,
    delivery.user_id,
    'delivery_address_corrected',
    systemActor,
    now,
  );
  // Whatever became of the old address, its link opens nothing any more.
  await resendLetter(deps, delivery, new Date(now.getTime() + linkLifetimes.delivery));
}
