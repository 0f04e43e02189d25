import { linkLifetimes } from '@zavet/contract/timings';
import { newId } from '../../../platform/new-id.ts';
import { markQueued } from '../../instructions/public.ts';
import {
  findEffectiveActivation,
  lockActivation,
  moveActivation,
} from '../activation/activation-repository.ts';
import { mailsEvent, nextActivationStatus } from '../activation/activation-status-rules.ts';
import type { ProtocolDeps } from '../protocol-deps.ts';
import { sendDeliveriesJob } from './delivery-orders.ts';
import { countDeliveries } from './delivery-repository.ts';
import { lockWithheld, queueWithheld } from './withheld-repository.ts';

/**
 * Sends a contact who agreed after the activation what was kept for them; in the transaction of the
 * answer, under the owner's lock. A second time there is nothing left to send.
 */
export async function releaseWithheld(
  deps: ProtocolDeps,
  contact: { id: string; user_id: string },
): Promise<void> {
  const { database, clock, jobs, linkTokens, log } = deps;
  const found = await findEffectiveActivation(database, contact.user_id);
  const activation = found && (await lockActivation(database, found.id));
  if (!activation) return;
  const withheld = await lockWithheld(database, activation.id, contact.id);
  if (withheld.length === 0) return;
  const now = clock.now();
  const expires_at = new Date(now.getTime() + linkLifetimes.delivery);
  const letters = withheld.map(({ id }) => {
    const linkId = newId();
    const digest = linkTokens.digestOf(linkTokens.tokenOf(linkId));
    return { id, link: { id: linkId, digest, expires_at } };
  });
  await queueWithheld(database, letters, now);
  const instructionIds = withheld.map(({ instruction_id }) => instruction_id);
  await markQueued(database, contact.user_id, instructionIds, now);
  const counts = await countDeliveries(database, activation.id);
  const next = nextActivationStatus(activation.status, mailsEvent(counts));
  if (next) await moveActivation(database, activation, next, now);
  await jobs.enqueue(sendDeliveriesJob, { activation_id: activation.id });
  log.info(
    { code: 'withheld_letters_released', activation_id: activation.id, letters: letters.length },
    'a contact agreed after the activation, and gets what was kept',
  );
}
