import { isActive } from '@zavet/contract/protocol/protocol-values';
import { linkLifetimes } from '@zavet/contract/timings';
import type { Context } from '../../../context.ts';
import { fail } from '../../../platform/failure.ts';
import type { Owner } from '../../../platform/http/route.ts';
import { enqueueMail } from '../../../platform/mail/mailer.ts';
import { lockUser, recordSecurityEvent, systemActor } from '../../identity/account/index.ts';
import { auditContact } from '../activation/activation-notices.ts';
import {
  type Activation,
  findActivation,
  lockActivation,
} from '../activation/activation-repository.ts';
import { deliveryAddressCorrected } from '../emails/release-mails.ts';
import { isCorrectable } from './delivery-rules.ts';
import {
  closeOpenLink,
  type Envelope,
  findEnvelope,
  insertLink,
  type LockedEnvelope,
  lockEnvelope,
  moveEnvelope,
  recordForLetters,
  saveCorrection,
} from './envelope-repository.ts';
import { sendDeliveriesJob, updateActivationStatus } from './follow-up.ts';
import { addressOf } from './recipient.ts';
import { findRecipientColumns } from './recipient-repository.ts';

/** Corrects an address for the contact who activated. Returns the activation's id. */
export async function correctAddress(
  ctx: Context,
  { user_id }: Owner,
  envelopeId: string,
  email: string,
): Promise<string> {
  const { database } = ctx;
  const known = await findEnvelope(database, envelopeId);
  const activation = known && (await findActivation(database, known.activation_id));
  if (!known || activation?.initiator_user_id !== user_id) return fail('not_found');
  const { activation_id } = known;
  await writeCorrection(ctx, known, {
    email,
    notify: async () => {
      const ids = { owner_id: known.user_id, initiator_id: user_id, id: envelopeId };
      await auditContact(ctx, 'delivery_address_corrected', ids);
      await enqueueMail(ctx, deliveryAddressCorrected, { activation_id, by: 'contact' });
    },
  });
  return activation_id;
}

/** Both callbacks run in the transaction of the correction. */
interface Correction {
  email: string;
  /** Fails if the caller may not correct the address. */
  authorize?(activation: Activation): Promise<void>;
  notify(): Promise<void>;
}

/** Saves a corrected address and sends the letters there. For contacts and operators. */
export async function writeCorrection(
  ctx: Context,
  { id, user_id, activation_id }: Envelope,
  { email, authorize, notify }: Correction,
): Promise<void> {
  const { database, checkpoint } = ctx;
  await database.transaction(async () => {
    await lockUser(database, user_id);
    const activation = await lockActivation(database, activation_id);
    if (!activation || !isActive(activation.status)) return fail('address_not_correctable');
    await authorize?.(activation);
    const envelope = await lockEnvelope(database, id);
    if (!envelope) return fail('not_found');
    await replaceAddress(ctx, envelope, email);
    await notify();
    checkpoint('correction.before_commit');
  });
  checkpoint('correction.committed');
}

async function replaceAddress(ctx: Context, envelope: LockedEnvelope, email: string) {
  const { database, clock, vault } = ctx;
  const { id, user_id } = envelope;
  const now = clock.now();
  if (!isCorrectable(envelope)) fail('address_not_correctable');
  // The mail may be arriving at the old address right now.
  if (envelope.is_claimed) fail('delivery_under_way');
  const key = await vault.keyOf(user_id);
  const recipient = await findRecipientColumns(database, id);
  if (recipient && addressOf(key, recipient) === email) fail('no_changes');
  await saveCorrection(database, id, key.seal(id, 'corrected_email', email));
  await recordForLetters(database, id, 'address_corrected', now);
  await recordSecurityEvent(database, user_id, 'delivery_address_corrected', systemActor, now);
  // A mail to the old address may still arrive; its link no longer works.
  await renewLink(ctx, envelope, new Date(now.getTime() + linkLifetimes.delivery));
}

/**
 * Closes the link of an envelope and queues its letters again with a new link. False if there was
 * no open link. The owner must be locked.
 */
export async function renewLink(
  ctx: Context,
  { id, activation_id }: Pick<Envelope, 'id' | 'activation_id'>,
  expires_at: Date,
): Promise<boolean> {
  const { database, clock, jobs, linkTokens } = ctx;
  const now = clock.now();
  const activation = await lockActivation(database, activation_id);
  const closed = activation && (await closeOpenLink(database, id, now));
  if (!closed) return false;
  // Reminders are not repeated for the same expiry.
  const isSameExpiry = closed.expires_at.getTime() === expires_at.getTime();
  await insertLink(database, {
    ...linkTokens.create(),
    envelope_id: id,
    expires_at,
    reminded_at: isSameExpiry ? closed.reminded_at : null,
    reminded_last_at: isSameExpiry ? closed.reminded_last_at : null,
    created_at: now,
  });
  await moveEnvelope(database, id, 'queued', {
    refusals: 0,
    last_refusal: null,
    next_attempt_at: now,
    reported_at: null,
  });
  await updateActivationStatus(ctx, activation);
  await jobs.enqueue(sendDeliveriesJob, { activation_id });
  return true;
}
