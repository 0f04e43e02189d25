import type { RefundReason } from '@zavet/contract/billing/payment-values';
import type { Context } from '../../../context.ts';
import { fail } from '../../../platform/failure.ts';
import { enqueueMail } from '../../../platform/mail/mailer.ts';
import { lockPayment, orderRefund, withdrawPaymentJob } from '../../billing/payments/index.ts';
import { type EventOrigin, lockUsers, recordSecurityEvent } from '../../identity/account/index.ts';
import {
  type Activation,
  listVetoable,
  lockActivation,
  moveActivation,
} from '../activation/activation-repository.ts';
import { nextActivationStatus } from '../activation/activation-status-rules.ts';
import { auditRelease } from '../activation/audit-release.ts';
import { endDoubts } from '../doubts/doubt-repository.ts';
import { mailOwner } from '../emails/owner-mail.ts';
import { requestRejected } from '../emails/request-mails.ts';
import { startStopped, stopForOthers, stopRecorded } from '../emails/veto-mails.ts';
import { needsSignIn } from '../requests/request-rules.ts';
import { listOtherContacts } from '../waiting/waiting-repository.ts';
import { blockContacts, endApprovals } from './standing-repository.ts';
import { isByLink, type VetoWay } from './stop-values.ts';

const maxLockAttempts = 20;

export interface Veto {
  ownerId: string;
  way: VetoWay;
  /** The one activation that a former mailbox of the owner may still veto. */
  onlyActivationId?: string | undefined;
}

/**
 * The owner is there: everything that contacts have begun ends, the fee goes back in full, and the
 * contacts who began it cannot begin again until that is settled. All of it or nothing; but no mailed
 * link vetoes an activation that rests on a death certificate.
 */
export async function vetoActivations(
  ctx: Context,
  { ownerId, way, onlyActivationId }: Veto,
  origin: EventOrigin,
  alongside: () => Promise<void> = async () => {},
): Promise<void> {
  await withLockedActivations(ctx, ownerId, async (locked) => {
    const meant = locked.filter(({ id }) => !onlyActivationId || id === onlyActivationId);
    const attempts = isByLink(way) ? meant.filter((one) => !needsSignIn(one)) : meant;
    if (meant.length === 0) fail('nothing_to_stop');
    if (attempts.length === 0) fail('sign_in_to_stop');
    await alongside();
    await stopAll(ctx, ownerId, attempts, way, origin);
    ctx.checkpoint('stop.before_commit');
  });
  ctx.checkpoint('stop.done');
}

/** Runs a transaction with all that contacts have begun locked, and their accounts and payments. */
export async function withLockedActivations(
  ctx: Context,
  ownerId: string,
  work: (attempts: readonly Activation[]) => Promise<void>,
): Promise<void> {
  for (let tries = 0; tries < maxLockAttempts; tries++) {
    const isDone = await ctx.database.transaction(async () => {
      const attempts = await lockVetoable(ctx, ownerId);
      if (attempts) await work(attempts);
      return attempts !== undefined;
    });
    if (isDone) return;
  }
  throw new Error('Contacts began faster than their starts could be locked.');
}

/**
 * Accounts, payments and activations held, in this order; undefined when somebody has begun between
 * looking and locking, and everything has to be locked anew.
 */
async function lockVetoable(
  { database }: Context,
  ownerId: string,
): Promise<Activation[] | undefined> {
  const seen = await listVetoable(database, ownerId);
  const initiators = seen.flatMap(({ initiator_user_id: id }) => id ?? []);
  await lockUsers(database, [ownerId, ...initiators]);
  const payments = seen.flatMap(({ payment_id: id }) => id ?? []).sort();
  for (const id of payments) await lockPayment(database, id);
  const now = await listVetoable(database, ownerId);
  const isKnown = ({ id, payment_id }: Activation) =>
    seen.some((one) => one.id === id && one.payment_id === payment_id);
  if (!now.every(isKnown)) return undefined;
  const locked: Activation[] = [];
  for (const { id } of now) {
    const activation = await lockActivation(database, id);
    if (activation) locked.push(activation);
  }
  return locked;
}

async function stopAll(
  ctx: Context,
  ownerId: string,
  attempts: readonly Activation[],
  way: VetoWay,
  origin: EventOrigin,
): Promise<void> {
  const { database, clock, jobs } = ctx;
  const now = clock.now();
  const told = new Set<string>();
  for (const attempt of attempts) {
    await stopOne(ctx, attempt, way, now);
    const isRequest = attempt.status === 'requested';
    await enqueueMail({ jobs }, isRequest ? requestRejected : startStopped, {
      activation_id: attempt.id,
    });
    await mailOwner(ctx, ownerId, stopRecorded, { activation_id: attempt.id });
    if (attempt.trusted_contact_id) told.add(attempt.trusted_contact_id);
    if (!isKnownToOthers(attempt)) continue;
    for (const { id } of await listOtherContacts(database, attempt)) {
      if (told.has(id)) continue;
      told.add(id);
      await enqueueMail({ jobs }, stopForOthers, { activation_id: attempt.id, contact_id: id });
    }
  }
  const contacts = attempts.flatMap(({ trusted_contact_id: id }) => id ?? []);
  await blockContacts(database, contacts, now);
  // A start that a link does not veto continues, and so do the doubts about it.
  if ((await listVetoable(database, ownerId)).length === 0) {
    await endDoubts(database, { owner_id: ownerId }, 'owner_acted', now);
  }
  await endApprovals(database, ownerId, isByLink(way) ? 'without_certificate' : 'all');
  await recordSecurityEvent(database, ownerId, 'activation_stopped', origin, now);
}

/** The others are told of what asks for their agreement, and of what waits. */
function isKnownToOthers({ status, agreement_asked_at }: Activation): boolean {
  return status === 'waiting' || (status !== 'payment_pending' && agreement_asked_at !== null);
}

async function stopOne(
  ctx: Context,
  attempt: Activation,
  stopped_by: VetoWay,
  now: Date,
): Promise<void> {
  const { database, log } = ctx;
  const { id, status, payment_id } = attempt;
  const next = nextActivationStatus(status, 'vetoed');
  if (!next) throw new Error('An activation was stopped that cannot be.');
  await moveActivation(database, attempt, next, now, {
    end_reason: 'vetoed',
    stopped_by,
    ...(next === 'rejected' && { rejection: 'owner_answered', decided_at: now }),
  });
  const act = next === 'rejected' ? 'request_answered' : 'activation_stopped';
  const actor = { kind: 'owner', id: attempt.deceased_user_id } as const;
  await auditRelease(ctx, act, attempt, { actor, facts: { way: stopped_by } });
  await returnFee(ctx, payment_id, 'vetoed');
  log.info({ code: 'activation_stopped', activation_id: id, status }, 'the owner stopped it');
}

/** Refunds the whole fee, or withdraws a payment that has not succeeded. */
export async function returnFee(
  ctx: Context,
  paymentId: string | null,
  reason: Extract<RefundReason, 'vetoed' | 'doubt_upheld'>,
): Promise<void> {
  const payment = paymentId ? await lockPayment(ctx.database, paymentId) : undefined;
  if (payment?.status === 'succeeded') {
    await orderRefund(ctx, payment, payment.user_id ? reason : 'ownerless');
  } else if (payment) {
    await ctx.jobs.enqueue(withdrawPaymentJob, { payment_id: payment.id });
  }
}
