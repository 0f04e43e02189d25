import { idField } from '@zavet/contract/fields';
import { isActive } from '@zavet/contract/protocol/protocol-values';
import type { Context } from '../../../context.ts';
import type { OwnerKey } from '../../../platform/encryption/owner-key.ts';
import { deriveId } from '../../../platform/ids.ts';
import type { Bounce } from '../../../platform/mail/mail.ts';
import { lockUser } from '../../identity/account/index.ts';
import { markUnsent } from '../../vault/instructions/index.ts';
import { type Activation, lockActivation } from '../activation/activation-repository.ts';
import {
  isOpenedSince,
  isReportKnown,
  type NewDeliveryEvent,
  recordDeliveryEvents,
} from './delivery-repository.ts';
import { afterRefusal, effectOfBounce, maxReplyLength, replyOfBounce } from './delivery-rules.ts';
import {
  findEnvelopeOfLink,
  findOpenLink,
  type LockedEnvelope,
  listLettersIn,
  lockEnvelope,
  moveEnvelope,
} from './envelope-repository.ts';
import {
  reportAfterSeconds,
  reportUnreachedJob,
  sendDeliveriesJob,
  updateActivationStatus,
} from './follow-up.ts';

/**
 * Records a bounce of an accepted mail. `recorded`: counts as a refusal. `no_change`: adds at most
 * an entry to the ledger. `unknown`: the bounce is not about a letter.
 */
export async function recordBouncedLetter(
  ctx: Context,
  bounce: Bounce,
): Promise<'recorded' | 'unknown' | 'no_change'> {
  const { database } = ctx;
  if (!idField.safeParse(bounce.mail_id).success) return 'unknown';
  const known = await findEnvelopeOfLink(database, bounce.mail_id);
  if (!known) return 'unknown';
  return database.transaction(async () => {
    await lockUser(database, known.user_id);
    const activation = await lockActivation(database, known.activation_id);
    const envelope = await lockEnvelope(database, known.id);
    // The account was deleted meanwhile.
    if (!activation || !envelope) return 'unknown';
    return (await record(ctx, activation, envelope, bounce)) ? 'recorded' : 'no_change';
  });
}

async function record(
  ctx: Context,
  activation: Activation,
  envelope: LockedEnvelope,
  bounce: Bounce,
): Promise<boolean> {
  const { database, vault } = ctx;
  const effect = await findEffect(ctx, activation, envelope, bounce);
  if (effect === 'ignored') return false;
  const key = await vault.keyOf(envelope.user_id);
  const letters = await listLettersIn(database, envelope.id);
  const events = letters.map(({ id }) => eventOf(ctx, key, id, bounce, effect));
  // The same report may come twice.
  if (await isReportKnown(database, events)) return false;
  await recordDeliveryEvents(database, events);
  if (effect === 'refused') await countAsRefused(ctx, activation, envelope, bounce);
  return effect === 'refused';
}

async function findEffect(
  { database }: Context,
  activation: Activation,
  envelope: LockedEnvelope,
  bounce: Bounce,
): Promise<ReturnType<typeof effectOfBounce>> {
  const link = await findOpenLink(database, envelope.id);
  const { state, is_claimed } = envelope;
  const is_opened =
    link !== undefined && (await isOpenedSince(database, envelope.id, link.created_at));
  return effectOfBounce(
    {
      ...{ state, is_claimed, is_opened },
      is_link_open: link?.id === bounce.mail_id,
      is_activation_in_effect: isActive(activation.status),
    },
    bounce,
  );
}

function eventOf(
  { clock }: Context,
  key: OwnerKey,
  delivery_id: string,
  bounce: Bounce,
  effect: 'refused' | 'noted',
): NewDeliveryEvent & { id: string } {
  const { mail_id, reported_at, permanent } = bounce;
  const reply = replyOfBounce(bounce).slice(0, maxReplyLength);
  const reportedAt = reported_at.toISOString();
  const id = deriveId('report', delivery_id, mail_id, reportedAt, String(permanent), reply);
  return {
    ...{ id, delivery_id },
    kind: effect === 'refused' ? 'bounced' : 'report_noted',
    reply: key.seal(id, 'reply', reply),
    created_at: clock.now(),
  };
}

async function countAsRefused(
  ctx: Context,
  activation: Activation,
  envelope: LockedEnvelope,
  { isAddressUnknown }: Bounce,
): Promise<void> {
  const { database, clock, jobs, log } = ctx;
  const now = clock.now();
  const refusals = envelope.refusals + 1;
  const { state, next_attempt_at } = afterRefusal(refusals, now);
  const letters = await moveEnvelope(database, envelope.id, state, {
    ...{ refusals, next_attempt_at },
    bounces: envelope.bounces + 1,
    last_refusal: isAddressUnknown ? 'unknown_address' : 'permanent',
    claimed_until: null,
    claim_id: null,
  });
  if (state === 'unreachable') {
    await recordDeliveryEvents(
      database,
      letters.map(({ id }) => ({ delivery_id: id, kind: 'given_up', created_at: now })),
    );
  }
  await markUnsent(
    database,
    letters.map(({ instruction_id }) => instruction_id),
  );
  await updateActivationStatus(ctx, activation);
  const ids = { activation_id: activation.id };
  await jobs.enqueue(reportUnreachedJob, ids, { startAfterSeconds: reportAfterSeconds });
  if (state === 'queued') {
    const startAfterSeconds = Math.ceil((next_attempt_at.getTime() - now.getTime()) / 1000);
    await jobs.enqueue(sendDeliveriesJob, ids, { startAfterSeconds });
  }
  log.warn(
    { code: 'letter_bounced', ...ids, envelope_id: envelope.id, refusals },
    'an accepted letter bounced',
  );
}
