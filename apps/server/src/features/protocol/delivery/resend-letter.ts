import { newId } from '../../../platform/new-id.ts';
import { lockActivation } from '../activation/activation-repository.ts';
import type { ProtocolDeps } from '../protocol-deps.ts';
import { sendDeliveriesJob } from './delivery-orders.ts';
import { type Delivery, queueAgain } from './delivery-repository.ts';
import { followLetters } from './follow-letters.ts';
import { closeOpenLink, insertLink } from './link-repository.ts';

/**
 * Closes the link of a letter and has it sent again with a new one, like any other letter: tried,
 * recorded and reported. In a transaction that holds the owner. False when there was no open link.
 */
export async function resendLetter(
  deps: ProtocolDeps,
  { id, activation_id }: Pick<Delivery, 'id' | 'activation_id'>,
  expiresAt: Date,
): Promise<boolean> {
  const { database, clock, jobs, linkTokens } = deps;
  const now = clock.now();
  const activation = await lockActivation(database, activation_id);
  if (!activation || !(await closeOpenLink(database, id, now))) return false;
  const linkId = newId();
  await insertLink(database, {
    id: linkId,
    delivery_id: id,
    digest: linkTokens.digestOf(linkTokens.tokenOf(linkId)),
    expires_at: expiresAt,
    created_at: now,
  });
  await queueAgain(database, id, now);
  await followLetters(deps, activation);
  await jobs.enqueue(sendDeliveriesJob, { activation_id });
  return true;
}
