import type { Context } from '../../../context.ts';
import { markQueued } from '../../vault/instructions/index.ts';
import {
  findEffectiveActivation,
  lockActivation,
  moveActivation,
} from '../activation/activation-repository.ts';
import { mailsEvent, nextActivationStatus } from '../activation/activation-status-rules.ts';
import { sendDeliveriesJob } from './delivery-orders.ts';
import { countDeliveries, recordDeliveryEvents } from './delivery-repository.ts';
import { insertEnvelopes, putIntoEnvelope } from './envelope-repository.ts';
import { newEnvelope } from './new-envelope.ts';
import { lockWithheld } from './withheld-repository.ts';

/**
 * Sends a contact who agreed after the activation what was kept for them; in the transaction of the
 * answer, under the owner's lock: all of it in one envelope. A second time there is nothing left.
 */
export async function releaseWithheld(
  ctx: Context,
  contact: { id: string; user_id: string },
): Promise<void> {
  const { database, clock, jobs, log } = ctx;
  const found = await findEffectiveActivation(database, contact.user_id);
  const activation = found && (await lockActivation(database, found.id));
  if (!activation) return;
  const withheld = await lockWithheld(database, activation.id, contact.id);
  if (withheld.length === 0) return;
  const now = clock.now();
  const whose = { activation_id: activation.id, user_id: contact.user_id, contact_id: contact.id };
  const envelope = newEnvelope(ctx, whose, now);
  await insertEnvelopes(database, [envelope]);
  const letterIds = withheld.map(({ id }) => id);
  await putIntoEnvelope(database, envelope.id, letterIds);
  await recordDeliveryEvents(
    database,
    letterIds.map((id) => ({ delivery_id: id, kind: 'queued', created_at: now })),
  );
  const instructionIds = withheld.map(({ instruction_id }) => instruction_id);
  await markQueued(database, contact.user_id, instructionIds, now);
  const counts = await countDeliveries(database, activation.id);
  const next = nextActivationStatus(activation.status, mailsEvent(counts));
  if (next) await moveActivation(database, activation, next, now);
  await jobs.enqueue(sendDeliveriesJob, { activation_id: activation.id });
  log.info(
    { code: 'withheld_letters_released', activation_id: activation.id, letters: letterIds.length },
    'a contact agreed after the activation, and gets what was kept',
  );
}
