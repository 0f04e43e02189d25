import { isActive } from '@zavet/contract/protocol/protocol-values';
import { linkLifetimes } from '@zavet/contract/timings';
import { fail } from '../../../platform/failure.ts';
import type { Owner } from '../../../platform/http/route.ts';
import { lockUser } from '../../account/public.ts';
import { appendAudit } from '../../audit/public.ts';
import { operatorActor } from '../../operators/public.ts';
import { lockActivation } from '../activation/activation-repository.ts';
import type { ProtocolDeps } from '../protocol-deps.ts';
import { sendDeliveriesJob } from './delivery-orders.ts';
import { findDelivery, lockDelivery, recordDeliveryEvents } from './delivery-repository.ts';
import { followLetters } from './follow-letters.ts';
import { queueAnew } from './letter-repository.ts';
import { isRefused } from './letter-rules.ts';
import { findLinkWithRecipient } from './link-repository.ts';
import { resendLetter } from './resend-letter.ts';

/** Has a letter that was refused tried from the beginning. */
export async function tryLetterAgain(
  deps: ProtocolDeps,
  operator: Owner,
  deliveryId: string,
): Promise<void> {
  const { database, clock, jobs } = deps;
  const known = await findDelivery(database, deliveryId);
  if (!known) return fail('not_found');
  const { activation_id, user_id: owner_id } = known;
  await database.transaction(async () => {
    await lockUser(database, owner_id);
    const activation = await lockActivation(database, activation_id);
    const delivery = await lockDelivery(database, deliveryId);
    if (!activation || !delivery) return fail('not_found');
    if (!isActive(activation.status) || !isRefused(delivery)) fail('letter_not_refused');
    if (delivery.is_claimed) fail('delivery_under_way');
    const now = clock.now();
    const link = await findLinkWithRecipient(database, { delivery_id: deliveryId });
    // A letter of long ago would arrive with a link that opens nothing.
    if (link && new Date(link.expires_at) <= now) {
      await resendLetter(deps, delivery, new Date(now.getTime() + linkLifetimes.delivery));
    } else {
      await queueAnew(database, deliveryId, now);
      await followLetters(deps, activation);
      await jobs.enqueue(sendDeliveriesJob, { activation_id });
    }
    await recordDeliveryEvents(database, [
      { delivery_id: deliveryId, kind: 'tried_again', created_at: now },
    ]);
    await appendAudit(deps, {
      actor: operatorActor(operator),
      act: 'letter_tried_again',
      ...{ owner_id, subject_id: deliveryId },
      facts: { tries: delivery.refusals },
    });
  });
}
