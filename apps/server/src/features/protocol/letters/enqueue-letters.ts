import { normalAddress } from '@zavet/contract/identity/email-address';
import { linkLifetimes } from '@zavet/contract/timings';
import type { Context } from '../../../context.ts';
import type { OwnerKey } from '../../../platform/encryption/owner-key.ts';
import { SealBroken } from '../../../platform/encryption/sealed-text.ts';
import { newId } from '../../../platform/ids.ts';
import {
  lockOutbox,
  markQueued,
  type OutboxRow,
  openHeading,
} from '../../vault/instructions/index.ts';
import type { Activation } from '../activation/activation-repository.ts';
import { insertDeliveries, listNamedContacts, type NewDelivery } from './delivery-repository.ts';
import { insertEnvelopes, type NewEnvelope } from './envelope-repository.ts';
import { sendDeliveriesJob } from './follow-up.ts';
import {
  type AddressedLetter,
  groupIntoEnvelopes,
  type NamedContact,
  type OutboxEntry,
  type Recipient,
  recipientsOf,
} from './recipient-rules.ts';

/**
 * One delivery per instruction and recipient, and one envelope with its link per person; in the
 * transaction of the activation. Answers with how many letters leave.
 */
export async function enqueueLetters(
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
  const filled = groupIntoEnvelopes(queued, contacts).map(({ contact_id, letters: inside }) => ({
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

/** For whom an instruction of the outbox is meant. */
export function outboxEntryOf(key: OwnerKey, row: OutboxRow): OutboxEntry {
  const { id, contact_ids } = row;
  return { id, contact_ids, recipient_email: addressIn(key, row) };
}

function addressIn(key: OwnerKey, row: OutboxRow): OutboxEntry['recipient_email'] {
  if (!row.has_recipient) return null;
  try {
    const { recipient_email } = openHeading(key, row);
    // Sealed before addresses had one form: the same person might count twice.
    return recipient_email && (normalAddress(recipient_email) ?? recipient_email);
  } catch (error) {
    if (!(error instanceof SealBroken)) throw error;
    // Damaged: the delivery is kept all the same, so that somebody can correct the address.
    return 'unreadable';
  }
}

/** An envelope with a link of its own, which lives for a year from now. */
export function newEnvelope(
  { linkTokens }: Pick<Context, 'linkTokens'>,
  whose: Pick<NewEnvelope, 'activation_id' | 'user_id' | 'contact_id'>,
  now: Date,
): NewEnvelope {
  return {
    id: newId(),
    ...whose,
    created_at: now,
    link: {
      ...linkTokens.create(),
      expires_at: new Date(now.getTime() + linkLifetimes.delivery),
    },
  };
}
