import { type LetterRow, letterEndpoints } from '@zavet/contract/desk/letter-endpoints';
import { isActive } from '@zavet/contract/protocol/protocol-values';
import type { Context } from '../../../context.ts';
import { fail } from '../../../platform/failure.ts';
import { type Owner, type Route, route } from '../../../platform/http/route.ts';
import { enqueueMail } from '../../../platform/mail/mailer.ts';
import { lockUser } from '../../identity/account/index.ts';
import { appendAudit } from '../../identity/audit/index.ts';
import { operatorActor } from '../../identity/operators/index.ts';
import { findInvolvingOwners, refuseInvolvedOperator } from '../../people/involvement/index.ts';
import { lockActivation } from '../activation/activation-repository.ts';
import { deliveryAddressCorrected } from '../emails/release-mails.ts';
import { writeCorrection } from './correct-address.ts';
import { correctorOf, isActivatorMissing, isRefused, smtpCodeOf } from './delivery-rules.ts';
import {
  findEnvelope,
  lockEnvelope,
  moveEnvelope,
  recordForLetters,
} from './envelope-repository.ts';
import { sendDeliveriesJob, updateActivationStatus } from './follow-up.ts';
import { tryOpen } from './recipient.ts';
import { listUnreachedEnvelopes, type UnreachedEnvelope } from './recipient-repository.ts';

const pageLength = 50;

/** Lets operators handle undelivered letters without seeing their contents. */
export function letterRoutes(ctx: Context): Route[] {
  return [
    route(letterEndpoints.listLetters, ({ owner, query }) => listLetters(ctx, owner, query.after)),
    route(letterEndpoints.retryLetter, async ({ owner, params }) => {
      await retryLetter(ctx, owner, params.id);
      return {};
    }),
    route(letterEndpoints.correctLetterAddress, async ({ owner, params, body }) => {
      await correctAddressAsOperator(ctx, owner, params.id, body.recipient_email);
      return {};
    }),
  ];
}

async function listLetters(
  ctx: Context,
  operator: Owner,
  after: string | undefined,
): Promise<{ letters: LetterRow[]; next: string | null }> {
  const found = await listUnreachedEnvelopes(ctx.database, after, pageLength + 1);
  const page = found.slice(0, pageLength);
  const owners = page.map(({ user_id }) => user_id);
  const involving = await findInvolvingOwners(ctx, operator, owners);
  return {
    letters: page.map((row) => ({ ...viewOf(ctx, row), is_involved: involving.has(row.user_id) })),
    next: found.length > pageLength ? (page.at(-1)?.id ?? null) : null,
  };
}

function viewOf(ctx: Context, row: UnreachedEnvelope): Omit<LetterRow, 'is_involved'> {
  const { id, state, letters, last_refusal: refusal, refusals, owner } = row;
  const { contact_name, contact_email } = row;
  return {
    ...{ id, state, letters, refusal },
    written_at: new Date(row.created_at),
    is_bounced: row.refusal_kind === 'bounced',
    owner: { name: owner.full_name || null, email: owner.email },
    contact:
      contact_name !== null && contact_email !== null
        ? { name: contact_name, email: contact_email }
        : null,
    smtp_code: decryptSmtpCode(ctx, row),
    tries: refusals,
    refused_since: new Date(row.refused_since ?? row.refused_at ?? row.created_at),
    last_tried_at: new Date(row.refused_at ?? row.created_at),
    next_try_at: state === 'queued' ? new Date(row.next_attempt_at) : null,
    is_under_way: row.is_claimed,
    is_corrected: row.corrected_email !== null,
    activator: {
      name: row.activator_name,
      email: row.activator_email,
      account: accountStateOf(row),
      is_contact: row.trusted_contact_id !== null,
    },
    corrected_by: correctorOf(row, row),
  };
}

function accountStateOf({ initiator_user_id, is_activator_confirmed }: UnreachedEnvelope) {
  if (initiator_user_id === null) return 'gone';
  return is_activator_confirmed ? 'confirmed' : 'unconfirmed';
}

function decryptSmtpCode({ vault }: Context, row: UnreachedEnvelope): string | null {
  const { refusal_id, refusal_reply } = row;
  if (!refusal_id || !refusal_reply) return null;
  const key = vault.open(row.user_id, row);
  const reply = tryOpen(() => key.open(refusal_id, 'reply', refusal_reply));
  return reply === undefined ? null : smtpCodeOf(reply);
}

async function retryLetter(ctx: Context, operator: Owner, envelopeId: string): Promise<void> {
  const { database, clock, jobs } = ctx;
  const known = await findEnvelope(database, envelopeId);
  if (!known) return fail('not_found');
  const { activation_id, user_id: owner_id } = known;
  await database.transaction(async () => {
    await lockUser(database, owner_id);
    await refuseInvolvedOperator(ctx, operator, owner_id);
    const activation = await lockActivation(database, activation_id);
    const envelope = await lockEnvelope(database, envelopeId);
    if (!activation || !envelope) return fail('not_found');
    if (!isActive(activation.status) || !isRefused(envelope)) fail('letter_not_refused');
    if (envelope.is_claimed) fail('delivery_under_way');
    const now = clock.now();
    // Keeps `reported_at`, so that the initiator is notified only once about this envelope.
    await moveEnvelope(database, envelopeId, 'queued', {
      refusals: 0,
      last_refusal: null,
      next_attempt_at: now,
    });
    await updateActivationStatus(ctx, activation);
    await jobs.enqueue(sendDeliveriesJob, { activation_id });
    await recordForLetters(database, envelopeId, 'tried_again', now);
    await appendAudit(ctx, {
      actor: operatorActor(operator),
      act: 'letter_retried',
      ...{ owner_id, subject_id: envelopeId },
      facts: { tries: envelope.refusals },
    });
  });
}

/**
 * Corrects an address for an operator; fails unless account or contact of the activator was
 * deleted.
 */
async function correctAddressAsOperator(
  ctx: Context,
  operator: Owner,
  envelopeId: string,
  email: string,
): Promise<void> {
  const known = await findEnvelope(ctx.database, envelopeId);
  if (!known) return fail('not_found');
  const { activation_id, user_id: owner_id } = known;
  await writeCorrection(ctx, known, {
    email,
    authorize: async (activation) => {
      await refuseInvolvedOperator(ctx, operator, owner_id);
      if (!isActivatorMissing(activation)) fail('activator_can_correct');
    },
    notify: async () => {
      await appendAudit(ctx, {
        actor: operatorActor(operator),
        act: 'delivery_address_corrected',
        ...{ owner_id, subject_id: envelopeId },
      });
      await enqueueMail(ctx, deliveryAddressCorrected, { activation_id, by: 'operator' });
    },
  });
}
