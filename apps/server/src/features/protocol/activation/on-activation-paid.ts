import type { RefundReason } from '@zavet/contract/billing/payment-values';
import { isActive } from '@zavet/contract/protocol/protocol-values';
import { releaseAt, rulesAt, waitingHoursOf } from '@zavet/contract/protocol/release-rules';
import type { Context } from '../../../context.ts';
import { readTimeBounds } from '../../../platform/clock.ts';
import { listInterruptionsAfter } from '../../../platform/downtime/interruption-repository.ts';
import { enqueueMail } from '../../../platform/mail/mailer.ts';
import {
  type Payment,
  type PaymentEffects,
  type PaymentStanding,
  withdrawPaymentJob,
} from '../../billing/payments/index.ts';
import { recordSecurityEvent, systemActor } from '../../identity/account/index.ts';
import { mailOwnerWithVetoLink } from '../emails/owner-mail.ts';
import { activationRefunded } from '../emails/release-mails.ts';
import { activationWaits, waitingBegun, waitingForOthers } from '../emails/waiting-mails.ts';
import { findOwnerNames } from '../people-repository.ts';
import { findRules } from '../settings/settings-repository.ts';
import { auditRelease } from './activation-audit.ts';
import {
  type Activation,
  findActivationOfPayment,
  findStandingOf,
  findStartedActivation,
  hasSomethingToDeliver,
  lockActivation,
  lockCompetingActivations,
  moveActivation,
} from './activation-repository.ts';
import {
  endOfCancellation,
  hasTakenPart,
  isConfirmedContact,
  mayActivate,
  nextActivationStatus,
  reasonToRefund,
  refundReasonOf,
} from './activation-rules.ts';
import { isDoubted } from './doubt-repository.ts';
import { withdrawDoubtOf } from './doubts.ts';
import { endActivation } from './end-activation.ts';
import { releaseLetters } from './release-letters.ts';
import { listOtherContacts } from './waiting-repository.ts';
import { releaseAfterInterruptions } from './waiting-rules.ts';

/** What the payment of an activation does. All of it runs in the transaction that ends the payment. */
export function createActivationEffects(ctx: Context): PaymentEffects {
  const { database } = ctx;
  return {
    accountsToLock: async ({ id }) => {
      const activation = await findActivationOfPayment(database, id);
      return activation ? [activation.deceased_user_id] : [];
    },
    isWanted: async ({ id }) => {
      const activation = await findActivationOfPayment(database, id);
      return (
        activation?.status === 'payment_pending' &&
        mayActivate(await findStandingOf(database, activation))
      );
    },
    succeeded: (payment) => applyPayment(ctx, payment),
    canceled: async (payment, reason) => {
      const activation = await lockOfPayment(ctx, payment);
      if (!activation) return;
      await endActivation(ctx, activation, 'payment_canceled', endOfCancellation(reason));
    },
    refunded: ({ id, user_id }, amount_kopecks, reason) =>
      enqueueMail(ctx, activationRefunded, {
        payer_id: user_id,
        payment_id: id,
        amount_kopecks,
        reason,
      }),
    ownerNames: (paymentIds) => findOwnerNames(database, paymentIds),
    standing: (payment) => standingOf(ctx, payment),
  };
}

async function standingOf({ database }: Context, { id }: Payment): Promise<PaymentStanding> {
  const activation = await findActivationOfPayment(database, id);
  // The owner deleted the account, and everything with it.
  if (!activation) {
    return { is_awaited: false, is_in_force: false, takes_effect_at: null, reason: 'account_gone' };
  }
  const isPending = activation.status === 'payment_pending';
  const is_awaited = isPending && mayActivate(await findStandingOf(database, activation));
  const reason = isPending ? 'contact_removed' : refundReasonOf(activation.end_reason);
  const takes_effect_at = activation.status === 'waiting' ? activation.release_at : null;
  return { is_awaited, is_in_force: isActive(activation.status), takes_effect_at, reason };
}

/**
 * The first payment of an owner's contacts that succeeds takes effect, or begins to wait; why any
 * other does not.
 */
async function applyPayment(ctx: Context, payment: Payment): Promise<RefundReason | null> {
  const { database } = ctx;
  const activation = await lockOfPayment(ctx, payment);
  // The owner deleted the account, and everything with it.
  if (!activation) return 'account_gone';
  const ownerId = activation.deceased_user_id;
  const reason = reasonToRefund(activation, {
    standing: await findStandingOf(database, activation),
    isActive: (await findStartedActivation(database, ownerId)) !== undefined,
    hasSomethingToDeliver: await hasSomethingToDeliver(database, ownerId),
  });
  if (reason) {
    await endActivation(ctx, activation, 'paid_too_late', reason);
    return refundReasonOf(reason) ?? 'given_up';
  }
  await startNow(ctx, activation);
  await cancelCompetingActivations(ctx, activation);
  const { trusted_contact_id: contact_id, initiator_user_id: user_id } = activation;
  // Afterwards, so that starts that have just ended are not resumed.
  if (contact_id && user_id) await withdrawDoubtOf(ctx, { owner_id: ownerId, contact_id, user_id });
  return null;
}

/** By the rules that hold now; a clock that runs ahead must not make a weaker choice hold early. */
async function startNow(ctx: Context, activation: Activation): Promise<void> {
  const { earliest, latest } = await readTimeBounds(ctx);
  const rules = rulesAt(await findRules(ctx.database, activation.deceased_user_id), earliest);
  const hours = waitingHoursOf(
    rules,
    activation.is_alone,
    await isDoubted(ctx.database, activation),
  );
  if (hours === 0) await releaseLetters(ctx, activation, 'paid', latest);
  else await beginWaiting(ctx, activation, hours, latest);
}

/** What the others are about to pay is called back where that is possible, and otherwise refunded. */
async function cancelCompetingActivations(ctx: Context, winner: Activation): Promise<void> {
  const { database, jobs } = ctx;
  for (const other of await lockCompetingActivations(database, winner)) {
    // Who may not activate any more is told so, and not that somebody was faster.
    const standing = await findStandingOf(database, other);
    const isContact = hasTakenPart(standing) || isConfirmedContact(standing);
    const reason = isContact ? 'another_was_faster' : 'contact_removed';
    await endActivation(ctx, other, 'overtaken', reason);
    if (other.payment_id) {
      await jobs.enqueue(withdrawPaymentJob, { payment_id: other.payment_id });
    }
  }
}

async function lockOfPayment(
  { database }: Context,
  { id }: Payment,
): Promise<Activation | undefined> {
  const found = await findActivationOfPayment(database, id);
  return found && lockActivation(database, found.id);
}

/**
 * It is paid for, and the owner's waiting time begins; in the transaction that ends the payment.
 * Everybody whom it concerns is told when letters leave.
 */
async function beginWaiting(
  ctx: Context,
  activation: Activation,
  waitingHours: number,
  latest: Date,
): Promise<void> {
  const { database, jobs, log } = ctx;
  const { id, deceased_user_id: ownerId } = activation;
  const next = nextActivationStatus(activation.status, 'paid_to_wait');
  if (next !== 'waiting') throw new Error('A payment that ended before has ended again.');
  const known = await listInterruptionsAfter(database, latest);
  await moveActivation(database, activation, next, latest, {
    waiting_hours: waitingHours,
    waiting_since: latest,
    release_at: releaseAfterInterruptions(releaseAt(latest, waitingHours), known),
    warned_at: latest,
  });
  await recordSecurityEvent(database, ownerId, 'activation_waiting', systemActor, latest);
  await auditRelease(ctx, 'activation_waiting', activation, {
    actor: { kind: 'system' },
    facts: { waiting_hours: waitingHours },
  });
  await mailOwnerWithVetoLink(ctx, ownerId, activationWaits, {
    activation_id: id,
    warning: 'first',
  });
  await enqueueMail({ jobs }, waitingBegun, { activation_id: id });
  for (const { id: contact_id } of await listOtherContacts(database, activation)) {
    await enqueueMail({ jobs }, waitingForOthers, { activation_id: id, contact_id });
  }
  log.info(
    { code: 'activation_waits', activation_id: id, waiting_hours: waitingHours },
    'an activation waits for the owner',
  );
}
