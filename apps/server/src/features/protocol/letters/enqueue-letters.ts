import { normalizeEmail } from '@zavet/contract/identity/email-address';
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
import { insertDeliveries, listNamedContacts } from './delivery-repository.ts';
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
 * Writes one letter per instruction and recipient and one envelope with its link per person, in the
 * transaction of the release. Returns the number of queued letters.
 */
export async function enqueueLetters(
  ctx: Context,
  activation: Pick<Activation, 'id' | 'deceased_user_id'>,
): Promise<number> {
  const { database, jobs } = ctx;
  const ids = { activation_id: activation.id, user_id: activation.deceased_user_id };
  const now = ctx.clock.now();
  const contacts = await listNamedContacts(database, ids.user_id);
  const letters = await addressLetters(ctx, ids.user_id, contacts);
  const queued = letters.filter(({ state }) => state === 'queued');
  const instructionIds = new Set(queued.map(({ instruction_id }) => instruction_id));
  await markQueued(database, ids.user_id, [...instructionIds], now);
  const filled = groupIntoEnvelopes(queued, contacts).map(({ contact_id, letters: inside }) => ({
    envelope: newEnvelope(ctx, { ...ids, contact_id }, now),
    inside,
  }));
  await insertEnvelopes(
    database,
    filled.map(({ envelope }) => envelope),
  );
  const deliveryOf = (
    { instruction_id, contact_id, state }: Recipient,
    envelope_id: string | null,
  ) => ({
    ...ids,
    ...{ id: newId(), instruction_id, contact_id, state, envelope_id, created_at: now },
  });
  await insertDeliveries(database, [
    ...filled.flatMap(({ envelope, inside }) => inside.map((one) => deliveryOf(one, envelope.id))),
    ...letters.filter(({ state }) => state === 'withheld').map((one) => deliveryOf(one, null)),
  ]);
  await jobs.enqueue(sendDeliveriesJob, { activation_id: activation.id });
  return queued.length;
}

async function addressLetters(
  { database, vault }: Context,
  ownerId: string,
  contacts: readonly NamedContact[],
): Promise<(Recipient & AddressedLetter)[]> {
  const outbox = await lockOutbox(database, ownerId);
  const key = await vault.keyOf(ownerId);
  return outbox.flatMap((row) => {
    const entry = outboxEntryOf(key, row);
    const address = entry.recipient_email;
    return recipientsOf(entry, contacts).map((recipient) => ({ ...recipient, address }));
  });
}

/** An instruction of the outbox, with its further recipient decrypted. */
export function outboxEntryOf(key: OwnerKey, row: OutboxRow): OutboxEntry {
  const { id, contact_ids } = row;
  return { id, contact_ids, recipient_email: furtherRecipientOf(key, row) };
}

function furtherRecipientOf(key: OwnerKey, row: OutboxRow): OutboxEntry['recipient_email'] {
  if (!row.has_recipient) return null;
  try {
    const { recipient_email } = openHeading(key, row);
    // Older records hold addresses that are not normalized.
    return recipient_email && (normalizeEmail(recipient_email) ?? recipient_email);
  } catch (error) {
    if (!(error instanceof SealBroken)) throw error;
    // The letter is kept, so that its address can be corrected.
    return 'unreadable';
  }
}

export function newEnvelope(
  { linkTokens }: Context,
  ids: Pick<NewEnvelope, 'activation_id' | 'user_id' | 'contact_id'>,
  now: Date,
): NewEnvelope {
  const expires_at = new Date(now.getTime() + linkLifetimes.delivery);
  return { ...ids, id: newId(), created_at: now, link: { ...linkTokens.create(), expires_at } };
}
