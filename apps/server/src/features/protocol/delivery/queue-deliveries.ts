import type { Context } from '../../../context.ts';
import { newId } from '../../../platform/new-id.ts';
import { lockOutbox, markQueued } from '../../vault/instructions/index.ts';
import type { Activation } from '../activation/activation-repository.ts';
import { sendDeliveriesJob } from './delivery-orders.ts';
import { insertDeliveries, listNamedContacts, type NewDelivery } from './delivery-repository.ts';
import { insertEnvelopes } from './envelope-repository.ts';
import {
  type AddressedLetter,
  intoEnvelopes,
  type NamedContact,
  type Recipient,
  recipientsOf,
} from './envelope-rules.ts';
import { newEnvelope } from './new-envelope.ts';
import { outboxEntryOf } from './outbox-entry.ts';

/**
 * One delivery per instruction and recipient, and one envelope with its link per person; in the
 * transaction of the activation. Answers with how many letters leave.
 */
export async function queueDeliveries(
  ctx: Context,
  activation: Pick<Activation, 'id' | 'deceased_user_id'>,
): Promise<number> {
  const { database, jobs } = ctx;
  const ownerId = activation.deceased_user_id;
  const now = ctx.clock.now();
  const contacts = await listNamedContacts(database, ownerId);
  const letters = await listLetters(ctx, ownerId, contacts);
  const queued = letters.filter(({ state }) => state === 'queued');
  await markQueued(database, ownerId, [...new Set(queued.map((one) => one.instruction_id))], now);
  const whose = { activation_id: activation.id, user_id: ownerId };
  const filled = intoEnvelopes(queued, contacts).map(({ contact_id, letters: inside }) => ({
    envelope: newEnvelope(ctx, { ...whose, contact_id }, now),
    inside,
  }));
  await insertEnvelopes(
    database,
    filled.map(({ envelope }) => envelope),
  );
  const delivery = (letter: Recipient, envelope_id: string | null): NewDelivery => ({
    id: newId(),
    ...whose,
    instruction_id: letter.instruction_id,
    contact_id: letter.contact_id,
    state: letter.state,
    envelope_id,
    created_at: now,
  });
  await insertDeliveries(database, [
    ...filled.flatMap(({ envelope, inside }) => inside.map((one) => delivery(one, envelope.id))),
    ...letters.filter(({ state }) => state === 'withheld').map((one) => delivery(one, null)),
  ]);
  await jobs.enqueue(sendDeliveriesJob, { activation_id: activation.id });
  return queued.length;
}

/** Every instruction of the outbox for everyone it is meant for. */
async function listLetters(
  { database, vault }: Context,
  ownerId: string,
  contacts: readonly NamedContact[],
): Promise<(Recipient & AddressedLetter)[]> {
  const outbox = await lockOutbox(database, ownerId);
  const key = await vault.keyOf(ownerId);
  return outbox.flatMap((row) => {
    const entry = outboxEntryOf(key, row);
    const { recipient_email: address } = entry;
    return recipientsOf(entry, contacts).map((recipient) => ({ ...recipient, address }));
  });
}
