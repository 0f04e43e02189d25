import { isActive } from '@zavet/contract/protocol/protocol-values';
import { linkLifetimes } from '@zavet/contract/timings';
import { fail } from '../../../platform/failure.ts';
import type { Owner } from '../../../platform/http/route.ts';
import { orderMail } from '../../../platform/mail/order-mail.ts';
import { lockUser, recordSecurityEvent, systemActor } from '../../account/public.ts';
import { findActivation, lockActivation } from '../activation/activation-repository.ts';
import { deliveryAddressCorrected } from '../emails/delivery-mails.ts';
import type { ProtocolDeps } from '../protocol-deps.ts';
import {
  findDelivery,
  type LockedDelivery,
  lockDelivery,
  recordDeliveryEvents,
  saveCorrection,
} from './delivery-repository.ts';
import { isCorrectable } from './delivery-rules.ts';
import { addressOf } from './open-recipient.ts';
import { findRecipientColumns } from './recipient-repository.ts';
import { resendLetter } from './resend-letter.ts';

/** Corrects the address of a recipient whom no mail reaches, once. Returns the activation's id. */
export async function correctAddress(
  deps: ProtocolDeps,
  { user_id }: Owner,
  deliveryId: string,
  email: string,
): Promise<string> {
  const { database, checkpoint } = deps;
  const known = await findDelivery(database, deliveryId);
  const activation = known && (await findActivation(database, known.activation_id));
  if (!known || activation?.initiator_user_id !== user_id) return fail('not_found');
  const activationId = await database.transaction(async () => {
    await lockUser(database, known.user_id);
    const now = await lockActivation(database, known.activation_id);
    if (!now || !isActive(now.status)) return fail('address_not_correctable');
    const delivery = await lockDelivery(database, deliveryId);
    if (!delivery) return fail('not_found');
    await write(deps, delivery, email);
    checkpoint('correction.before_commit');
    return delivery.activation_id;
  });
  checkpoint('correction.committed');
  return activationId;
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
  const { activation_id } = delivery;
  await orderMail(deps, deliveryAddressCorrected, { activation_id });
}
