import type { RefundReason } from '@zavet/contract/billing/payment-values';
import { isActive } from '@zavet/contract/protocol/protocol-values';
import { releaseAt, rulesAt, waitingHoursOf } from '@zavet/contract/protocol/release-rules';
import type { Context } from '../../../context.ts';
import { readTimeBounds } from '../../../platform/clock.ts';
import { listInterruptionsAfter } from '../../../platform/downtime/interruption-repository.ts';
import { enqueueMail } from '../../../platform/mail/mailer.ts';
import {
  type EffectStatus,
  type Payment,
  type PaymentEffects,
  withdrawPaymentJob,
} from '../../billing/payments/index.ts';
import { recordSecurityEvent, systemActor } from '../../identity/account/index.ts';
import { activationState } from '../emails/activation-state-mail.ts';
import { activationEnded } from '../emails/end-mails.ts';
import { mailOwnerWithVetoLink } from '../emails/owner-mail.ts';
import { activationWaits } from '../emails/waiting-mail.ts';
import { findOwnerNames } from '../people-repository.ts';
import { findRules } from '../settings/settings-repository.ts';
import { auditRelease, mailOtherContacts } from './activation-notices.ts';
import {
  type Activation,
  findActivationOfPayment,
  findContactStateOf,
  findStartedActivation,
  hasSomethingToDeliver,
  lockActivation,
  lockCompetingActivations,
  moveActivation,
} from './activation-repository.ts';
import {
  endReasonOfCancellation,
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
import { releaseAfterInterruptions } from './waiting-rules.ts';

/** Effects of an activation's payment, in the transaction that ends the payment. */
export function createActivationEffects(ctx: Context): PaymentEffects {
  const { database } = ctx;
  return {
    accountsToLock: async ({ id }) => {
      const activation = await findActivationOfPayment(database, id);
      return activation ? [activation.deceased_user_id] : [];
    },
    isNeeded: async ({ id }) => {
      const activation = await findActivationOfPayment(database, id);
      return (
        activation?.status === 'payment_pending' &&
        mayActivate(await findContactStateOf(database, activation))
      );
    },
    succeeded: (payment) => applyPayment(ctx, payment),
    canceled: async (payment, reason) => {
      const activation = await lockActivationOfPayment(ctx, payment);
      if (!activation) return;
      await endActivation(ctx, activation, 'payment_canceled', endReasonOfCancellation(reason));
    },
    refunded: async ({ id, user_id }, amount_kopecks, reason) => {
      // The mail about the end of a paid activation already names the refund.
      const isNamed = reason === 'vetoed' || reason === 'doubt_upheld';
      const activation = isNamed ? await findActivationOfPayment(database, id) : undefined;
      if (activation?.release_at) return;
      const ids = { payer_id: user_id, payment_id: id, amount_kopecks, reason };
      await enqueueMail(ctx, activationEnded, ids);
    },
    ownerNames: (paymentIds) => findOwnerNames(database, paymentIds),
    effectStatus: (payment) => effectStatusOf(ctx, payment),
  };
}

/**
 * The first payment that succeeds starts the owner's protocol: letters are released or the waiting
 * period starts. Any other payment is refunded for the returned reason.
 */
async function applyPayment(ctx: Context, payment: Payment): Promise<RefundReason | null> {
  const { database } = ctx;
  const activation = await lockActivationOfPayment(ctx, payment);
  // The owner has deleted the account.
  if (!activation) return 'account_gone';
  const ownerId = activation.deceased_user_id;
  const reason = reasonToRefund(activation, {
    contactState: await findContactStateOf(database, activation),
    isActive: (await findStartedActivation(database, ownerId)) !== undefined,
    hasSomethingToDeliver: await hasSomethingToDeliver(database, ownerId),
  });
  if (reason) {
    await endActivation(ctx, activation, 'paid_too_late', reason);
    return refundReasonOf(reason) ?? 'given_up';
  }
  await releaseOrWait(ctx, activation);
  await cancelCompetingActivations(ctx, activation);
  const { trusted_contact_id: contact_id, initiator_user_id: user_id } = activation;
  // Last, so that the withdrawal resumes none of the competing activations.
  if (contact_id && user_id) await withdrawDoubtOf(ctx, { owner_id: ownerId, contact_id, user_id });
  return null;
}

/**
 * Releases the letters or starts the waiting period, by the rules at the earlier of two clocks: a
 * fast clock must not apply a weaker choice early.
 */
async function releaseOrWait(ctx: Context, activation: Activation): Promise<void> {
  const { database } = ctx;
  const { earliest, latest } = await readTimeBounds(ctx);
  const rules = rulesAt(await findRules(database, activation.deceased_user_id), earliest);
  const isHeldBack = await isDoubted(database, activation);
  const hours = waitingHoursOf(rules, activation.is_alone, isHeldBack);
  if (hours === 0) await releaseLetters(ctx, activation, 'paid', latest);
  else await startWaiting(ctx, activation, hours, latest);
}

/** Starts the waiting period, and mails the release time to owner, payer and the other contacts. */
async function startWaiting(
  ctx: Context,
  activation: Activation,
  waitingHours: number,
  latest: Date,
): Promise<void> {
  const { database, log } = ctx;
  const { id, deceased_user_id: ownerId } = activation;
  const next = nextActivationStatus(activation.status, 'paid_to_wait');
  if (next !== 'waiting') throw new Error('An activation without a pending payment was paid.');
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
  await enqueueMail(ctx, activationState, { activation_id: id, state: 'waiting' });
  await mailOtherContacts(ctx, activation, activationState, { state: 'waiting' });
  log.info(
    { code: 'activation_waits', activation_id: id, waiting_hours: waitingHours },
    'waiting period started',
  );
}

/**
 * Ends the other unpaid activations. Their payments are withdrawn if the provider allows it, and
 * otherwise refunded.
 */
async function cancelCompetingActivations(ctx: Context, winner: Activation): Promise<void> {
  const { database, jobs } = ctx;
  for (const other of await lockCompetingActivations(database, winner)) {
    const contactState = await findContactStateOf(database, other);
    const isContact = hasTakenPart(contactState) || isConfirmedContact(contactState);
    const reason = isContact ? 'overtaken' : 'contact_removed';
    await endActivation(ctx, other, 'overtaken', reason);
    if (other.payment_id) {
      await jobs.enqueue(withdrawPaymentJob, { payment_id: other.payment_id });
    }
  }
}

async function effectStatusOf({ database }: Context, { id }: Payment): Promise<EffectStatus> {
  const activation = await findActivationOfPayment(database, id);
  // The owner has deleted the account.
  if (!activation) {
    return { is_needed: false, is_in_force: false, takes_effect_at: null, reason: 'account_gone' };
  }
  const isPending = activation.status === 'payment_pending';
  const is_needed = isPending && mayActivate(await findContactStateOf(database, activation));
  const reason = isPending ? 'contact_removed' : refundReasonOf(activation.end_reason);
  const takes_effect_at = activation.status === 'waiting' ? activation.release_at : null;
  return { is_needed, is_in_force: isActive(activation.status), takes_effect_at, reason };
}

async function lockActivationOfPayment(
  { database }: Context,
  { id }: Payment,
): Promise<Activation | undefined> {
  const found = await findActivationOfPayment(database, id);
  return found && lockActivation(database, found.id);
}
