import type { RefundReason } from '@zavet/contract/billing/payment-values';
import {
  type VetoInput,
  type VetoView,
  vetoEndpoints,
} from '@zavet/contract/protocol/veto-endpoints';
import type { Context } from '../../../context.ts';
import { fail } from '../../../platform/failure.ts';
import { type Caller, type Owner, type Route, route } from '../../../platform/http/route.ts';
import { enqueueMail } from '../../../platform/mail/mailer.ts';
import { lockPayment, orderRefund, withdrawPaymentJob } from '../../billing/payments/index.ts';
import {
  type EventOrigin,
  lockUser,
  lockUsers,
  recordSecurityEvent,
} from '../../identity/account/index.ts';
import { mailOwner } from '../emails/owner-mail.ts';
import { requestRejected } from '../emails/request-mails.ts';
import {
  contactKept,
  contactQuestioned,
  startStopped,
  stopForOthers,
  stopRecorded,
} from '../emails/veto-mails.ts';
import { needsSignIn } from '../requests/request-rules.ts';
import { auditRelease } from './activation-audit.ts';
import {
  type Activation,
  listVetoable,
  lockActivation,
  moveActivation,
} from './activation-repository.ts';
import { nextActivationStatus } from './activation-rules.ts';
import { endDoubts } from './doubt-repository.ts';
import {
  blockContacts,
  endApprovals,
  markQuestioned,
  unblockContact,
} from './standing-repository.ts';
import { markVetoLinkUsed, spendVetoCode } from './veto-repository.ts';
import { isByLink, type VetoWay } from './veto-rules.ts';
import { resolveVeto, vetoView } from './veto-view.ts';
import { listOtherContacts } from './waiting-repository.ts';

const maxLockAttempts = 20;

interface Veto {
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
async function vetoActivations(
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

/** What a link or a code would stop. Reads only: mail programs open links by themselves. */
async function describeVeto(ctx: Context, input: VetoInput): Promise<VetoView> {
  return vetoView(ctx, await resolveVeto(ctx, input));
}

/** Vetoes with what came by mail or lies on paper. A code is used up; a link can be pressed again. */
export async function vetoByLinkOrCode(
  ctx: Context,
  input: VetoInput,
  caller: Caller,
): Promise<VetoView> {
  const { database, clock } = ctx;
  const found = await resolveVeto(ctx, input);
  const { ownerId, way, link, code } = found;
  const before = await vetoView(ctx, found);
  if (before.is_stopped && before.attempts.length === 0) return before;
  if (code?.is_spent) fail('stop_code_spent');
  const onlyActivationId = link && !link.isOwners ? link.activation.id : undefined;
  await vetoActivations(ctx, { ownerId, way, onlyActivationId }, caller, async () => {
    if (code && !(await spendVetoCode(database, code.digest))) fail('stop_code_spent');
    if (link) await markVetoLinkUsed(database, link.id, clock.now());
  });
  return vetoView(ctx, await resolveVeto(ctx, input));
}

/** Stops as the signed-in owner. */
export function vetoOwnProtocol(ctx: Context, { user_id }: Owner, caller: Caller): Promise<void> {
  return vetoActivations(ctx, { ownerId: user_id, way: 'screen' }, caller);
}

/**
 * After a stop the owner decides about the contact: they may start again, or are asked by mail what
 * happened. Removing is the business of the contacts.
 */
export function decideOnContact(
  ctx: Context,
  owner: Owner,
  contactId: string,
  decision: 'keep' | 'question',
  caller: Caller,
): Promise<void> {
  const { database, clock, jobs } = ctx;
  return database.transaction(async () => {
    await lockUser(database, owner.user_id);
    if (decision === 'question') {
      const isFound = await markQuestioned(database, owner.user_id, contactId, clock.now());
      if (!isFound) fail('contact_not_found');
      return enqueueMail({ jobs }, contactQuestioned, { contact_id: contactId });
    }
    if (!(await unblockContact(database, owner.user_id, contactId))) fail('contact_not_found');
    const now = clock.now();
    await recordSecurityEvent(database, owner.user_id, 'stopped_contact_kept', caller, now);
    return enqueueMail({ jobs }, contactKept, { contact_id: contactId });
  });
}

/** How a living owner stops what somebody has begun. */
export function vetoRoutes(ctx: Context): Route[] {
  return [
    route(vetoEndpoints.describeVeto, ({ body }) => describeVeto(ctx, body)),
    route(vetoEndpoints.vetoProtocol, ({ body, caller }) => vetoByLinkOrCode(ctx, body, caller)),
    route(vetoEndpoints.vetoOwnProtocol, async ({ owner, caller }) => {
      await vetoOwnProtocol(ctx, owner, caller);
      return {};
    }),
    route(vetoEndpoints.decideOnContact, async ({ owner, params, body, caller }) => {
      await decideOnContact(ctx, owner, params.id, body.decision, caller);
      return {};
    }),
  ];
}
