import { fail } from '../../../platform/failure.ts';
import type { Caller, Owner } from '../../../platform/http/route.ts';
import { lockUser, recordSecurityEvent } from '../../account/account-face.ts';
import {
  findActivation,
  lockActivation,
  moveActivation,
} from '../activation/activation-repository.ts';
import { mailsEvent, nextActivationStatus } from '../activation/activation-rules.ts';
import type { ProtocolParts } from '../protocol-parts.ts';
import { sendDeliveriesJob } from './delivery-orders.ts';
import {
  countDeliveries,
  type Delivery,
  findDelivery,
  lockDelivery,
  recordDeliveryEvents,
  saveCorrection,
} from './delivery-repository.ts';
import { claimMs, isCorrectable } from './delivery-rules.ts';
import { addressOf } from './hand-over-letter.ts';
import { findRecipientColumns } from './recipient-repository.ts';

/** Mends the address of a recipient whom no mail reaches, once. Returns the activation's id. */
export async function correctAddress(
  parts: ProtocolParts,
  { user_id }: Owner,
  deliveryId: string,
  email: string,
  caller: Caller,
): Promise<string> {
  const { database, checkpoint } = parts;
  const known = await findDelivery(database, deliveryId);
  const activation = known && (await findActivation(database, known.activation_id));
  if (!known || activation?.initiator_user_id !== user_id) return fail('not_found');
  const activationId = await database.transaction(async () => {
    await lockUser(database, known.user_id);
    const delivery = await lockDelivery(database, deliveryId);
    if (!delivery) return fail('not_found');
    await write(parts, delivery, email, caller);
    checkpoint('correction.before_commit');
    return delivery.activation_id;
  });
  checkpoint('correction.committed');
  return activationId;
}

async function write(
  parts: ProtocolParts,
  delivery: Delivery,
  email: string,
  caller: Caller,
): Promise<void> {
  const { database, clock, jobs, vault } = parts;
  const now = clock.now();
  if (!isCorrectable(delivery)) fail('address_not_correctable');
  // The mail may be arriving at the old address at this very moment.
  if (isClaimed(delivery, now)) fail('delivery_under_way');
  const key = await vault.keyOf(delivery.user_id);
  const recipient = await findRecipientColumns(database, delivery.id);
  if (recipient && addressOf(key, recipient) === email) fail('no_changes');
  await saveCorrection(database, delivery.id, key.seal(delivery.id, 'corrected_email', email), now);
  await recordDeliveryEvents(database, [
    { delivery_id: delivery.id, kind: 'address_corrected', created_at: now },
  ]);
  await recordSecurityEvent(database, delivery.user_id, 'delivery_address_corrected', caller, now);
  await resume(parts, delivery.activation_id);
  await jobs.enqueue(sendDeliveriesJob, { activation_id: delivery.activation_id });
}

async function resume({ database, clock }: ProtocolParts, activationId: string): Promise<void> {
  const activation = await lockActivation(database, activationId);
  if (!activation) return;
  const counts = await countDeliveries(database, activationId);
  const next = nextActivationStatus(activation.status, mailsEvent(counts));
  if (next) await moveActivation(database, activation, next, clock.now());
}

function isClaimed({ claimed_until }: Delivery, now: Date): boolean {
  if (!claimed_until) return false;
  const left = claimed_until.getTime() - now.getTime();
  return left > 0 && left <= claimMs;
}
