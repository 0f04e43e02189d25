import { linkLifetimes } from '@zavet/contract/timings';
import { newId } from '../../../platform/new-id.ts';
import { lockOutbox, markQueued } from '../../instructions/public.ts';
import type { Activation } from '../activation/activation-repository.ts';
import type { ProtocolDeps } from '../protocol-deps.ts';
import { sendDeliveriesJob } from './delivery-orders.ts';
import { insertDeliveries, listNamedContacts, type NewDelivery } from './delivery-repository.ts';
import { type Recipient, recipientsOf } from './delivery-rules.ts';
import { outboxEntryOf } from './outbox-entry.ts';

/**
 * One delivery per instruction and recipient, with its link; in the transaction of the activation.
 * Answers with how many mails that makes.
 */
export async function queueDeliveries(
  deps: ProtocolDeps,
  activation: Pick<Activation, 'id' | 'deceased_user_id'>,
): Promise<number> {
  const { database, clock, jobs, vault } = deps;
  const ownerId = activation.deceased_user_id;
  const now = clock.now();
  const outbox = await lockOutbox(database, ownerId);
  const key = await vault.keyOf(ownerId);
  const named = await listNamedContacts(database, ownerId);
  const recipients = outbox.flatMap((row) => recipientsOf(outboxEntryOf(key, row), named));
  const queued = recipients.filter(({ state }) => state === 'queued');
  await markQueued(database, ownerId, [...new Set(queued.map((one) => one.instruction_id))], now);
  await insertDeliveries(
    database,
    recipients.map((recipient) => newDelivery(deps, activation, recipient, now)),
  );
  await jobs.enqueue(sendDeliveriesJob, { activation_id: activation.id });
  return queued.length;
}

function newDelivery(
  { linkTokens }: ProtocolDeps,
  activation: Pick<Activation, 'id' | 'deceased_user_id'>,
  { instruction_id, contact_id, state }: Recipient,
  now: Date,
): NewDelivery {
  const linkId = newId();
  return {
    id: newId(),
    activation_id: activation.id,
    user_id: activation.deceased_user_id,
    instruction_id,
    contact_id,
    state,
    created_at: now,
    link:
      state === 'withheld'
        ? null
        : {
            id: linkId,
            digest: linkTokens.digestOf(linkTokens.tokenOf(linkId)),
            expires_at: new Date(now.getTime() + linkLifetimes.delivery),
          },
  };
}
