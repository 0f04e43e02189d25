import { isActive } from '@zavet/contract/protocol/protocol-values';
import { linkLifetimes } from '@zavet/contract/timings';
import type { Context } from '../../../context.ts';
import { fail } from '../../../platform/failure.ts';
import type { Owner } from '../../../platform/http/route.ts';
import { enqueueMail } from '../../../platform/mail/mailer.ts';
import { lockUser, recordSecurityEvent, systemActor } from '../../identity/account/index.ts';
import { auditContact } from '../activation/activation-audit.ts';
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

/** Corrects the address of a recipient whom no mail reaches, once. Returns the activation's id. */
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
    tell: async () => {
      const ids = { owner_id: known.user_id, initiator_id: user_id, id: envelopeId };
      await auditContact(ctx, 'delivery_address_corrected', ids);
      await enqueueMail(ctx, deliveryAddressCorrected, { activation_id });
    },
  });
  return activation_id;
}

interface Correction {
  email: string;
  /** In the same transaction, before anything is written: fails where this person may not. */
  mayCorrect?(activation: Activation): void | Promise<void>;
  /** In the same transaction: who else is to know of it. */
  tell(): Promise<void>;
}

/** Saves a corrected address, for contact and operator alike, and sends the letters there. */
export async function writeCorrection(
  ctx: Context,
  { id, user_id, activation_id }: Envelope,
  { email, mayCorrect, tell }: Correction,
): Promise<void> {
  const { database, checkpoint } = ctx;
  await database.transaction(async () => {
    await lockUser(database, user_id);
    const activation = await lockActivation(database, activation_id);
    if (!activation || !isActive(activation.status)) return fail('address_not_correctable');
    await mayCorrect?.(activation);
    const envelope = await lockEnvelope(database, id);
    if (!envelope) return fail('not_found');
    await write(ctx, envelope, email);
    await tell();
    checkpoint('correction.before_commit');
  });
  checkpoint('correction.committed');
}

async function write(ctx: Context, envelope: LockedEnvelope, email: string): Promise<void> {
  const { database, clock, vault } = ctx;
  const now = clock.now();
  if (!isCorrectable(envelope)) fail('address_not_correctable');
  // The mail may be arriving at the old address at this very moment.
  if (envelope.is_claimed) fail('delivery_under_way');
  const key = await vault.keyOf(envelope.user_id);
  const recipient = await findRecipientColumns(database, envelope.id);
  if (recipient && addressOf(key, recipient) === email) fail('no_changes');
  await saveCorrection(database, envelope.id, key.seal(envelope.id, 'corrected_email', email));
  await recordForLetters(database, envelope.id, 'address_corrected', now);
  await recordSecurityEvent(
    database,
    envelope.user_id,
    'delivery_address_corrected',
    systemActor,
    now,
  );
  // Whatever became of the old address, its link opens nothing any more.
  await resendLetter(ctx, envelope, new Date(now.getTime() + linkLifetimes.delivery));
}

/**
 * Closes the link of an envelope and has it sent again with a new one, like any other: tried,
 * recorded and reported. In a transaction that holds the owner. False when there was no open link.
 */
export async function resendLetter(
  ctx: Context,
  { id, activation_id }: Pick<Envelope, 'id' | 'activation_id'>,
  expiresAt: Date,
): Promise<boolean> {
  const { database, clock, jobs, linkTokens } = ctx;
  const now = clock.now();
  const activation = await lockActivation(database, activation_id);
  const closed = activation && (await closeOpenLink(database, id, now));
  if (!closed) return false;
  // Who was told that it ends on that day need not be told again.
  const isSameEnd = closed.expires_at.getTime() === expiresAt.getTime();
  await insertLink(database, {
    ...linkTokens.create(),
    envelope_id: id,
    expires_at: expiresAt,
    reminded_at: isSameEnd ? closed.reminded_at : null,
    reminded_last_at: isSameEnd ? closed.reminded_last_at : null,
    created_at: now,
  });
  await queueAgain(ctx, id, now);
  await updateActivationStatus(ctx, activation);
  await jobs.enqueue(sendDeliveriesJob, { activation_id });
  return true;
}

async function queueAgain({ database }: Context, id: string, now: Date): Promise<void> {
  await moveEnvelope(database, id, 'queued', {
    refusals: 0,
    last_refusal: null,
    next_attempt_at: now,
    reported_at: null,
  });
}
