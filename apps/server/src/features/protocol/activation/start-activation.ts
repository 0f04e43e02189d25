import { moscowDay } from '@zavet/contract/days';
import type { ActivationInput } from '@zavet/contract/protocol/legacy-schemas';
import { activationProduct } from '@zavet/contract/protocol/protocol-values';
import type { Context } from '../../../context.ts';
import { fail } from '../../../platform/failure.ts';
import type { Owner } from '../../../platform/http/route.ts';
import { newId } from '../../../platform/ids.ts';
import { mailWords } from '../../../platform/mail/templates/mail-words.ts';
import {
  findOwnPayment,
  findPayment,
  isReturnPage,
  openPayment,
  type Payment,
  ProviderOutcomeUnknown,
  paymentProvider,
  type StartedPayment,
  settlePayment,
  startPayment,
} from '../../billing/payments/index.ts';
import {
  findPerson,
  lockUsers,
  recordSecurityEvent,
  systemActor,
} from '../../identity/account/index.ts';
import { pricesFor } from '../../identity/legal/index.ts';
import { activationAnnounced, waitingHoursAt } from '../emails/announcement-mail.ts';
import { mailOwnerWithVetoLink } from '../emails/owner-mail.ts';
import { auditContact } from './activation-notices.ts';
import {
  type Activation,
  findOpenActivation,
  hasSomethingToDeliver,
  insertActivation,
  listCompetingPayments,
  moveActivation,
} from './activation-repository.ts';
import { nextActivationStatus } from './activation-rules.ts';
import { withdrawDoubtOf } from './doubts.ts';
import { endActivation } from './end-activation.ts';
import { findAgreementStep } from './record-agreement.ts';
import { checkStart, failIfStarted, recheckStart, type StartRequest } from './start-permission.ts';

/** Starts the payment of an activation. Several contacts may pay concurrently; the first success counts. */
export async function startActivation(
  ctx: Context,
  initiator: Owner,
  input: ActivationInput,
): Promise<StartedPayment> {
  if (!paymentProvider(ctx)) fail('payments_unavailable');
  if (input.metadata.initiator_user_id !== initiator.user_id) {
    fail('payment_mismatch', { facts: { field: 'initiator_user_id' } });
  }
  if (!isReturnPage(input.return_url, ctx.mailer.site.publicUrl)) {
    fail('invalid_input', { fields: { return_url: 'invalid' } });
  }
  const checked = await checkStart(ctx, initiator, input.metadata, input.pin);
  const request = { ...checked, input };
  await settleCompetingPayments(ctx, request);
  return startPayment(ctx, input.return_url, () => openStart(ctx, request));
}

const maxPaymentsSettled = 3;

/**
 * Fetches the state of competing payments: a protocol whose payment notification was lost must not
 * be paid again.
 */
async function settleCompetingPayments(ctx: Context, request: PaidStart): Promise<void> {
  for (const id of await listCompetingPayments(ctx.database, request, maxPaymentsSettled)) {
    await settlePayment(ctx, id).catch((error: unknown) => {
      if (!(error instanceof ProviderOutcomeUnknown)) throw error;
    });
  }
}

interface PaidStart extends StartRequest {
  input: ActivationInput;
}

/** Inserts activation and payment, or returns the pending payment of the same person. */
function openStart(ctx: Context, request: PaidStart): Promise<{ id: string; isNew: boolean }> {
  const { database } = ctx;
  const { owner_id, initiator_id } = request;
  return database.transaction(async () => {
    await lockUsers(database, [owner_id, initiator_id]);
    const approval = await recheckStart(ctx, request);
    await failIfStarted(database, owner_id);
    // Starting contradicts the contact's own doubt about another start.
    await withdrawDoubtOf(ctx, { ...request, user_id: initiator_id });
    const agreement = await requireAgreement(ctx, request);
    const former = await findOpenActivation(database, request);
    const isOwn = former?.initiator_user_id === initiator_id;
    const pending = former && (await findPendingPayment(ctx, former));
    if (pending && isOwn) return { id: pending.id, isNew: false };
    // A paid start ends the contact's own undecided request.
    const isContinued = isOwn && former.payment_id === null && former.status !== 'requested';
    if (former && !isContinued) {
      await endActivation(ctx, former, 'given_up', isOwn ? 'given_up' : 'contact_removed');
    }
    if (!(await hasSomethingToDeliver(database, owner_id))) fail('nothing_to_deliver');
    const payment = await openActivationPayment(ctx, request);
    const facts = { ...agreement, ...approval };
    await saveStart(ctx, request, isContinued ? former : undefined, facts, payment.id);
    ctx.checkpoint('activation.before_commit');
    return payment;
  });
}

type StartFacts = Pick<
  Activation,
  | 'agreement_asked_at'
  | 'seconded_by'
  | 'seconded_at'
  | 'doubt_dismissed_at'
  | 'is_alone'
  | 'approval_basis'
>;

/** The agreement to this start or an earlier one; fails if another contact must agree first. */
async function requireAgreement(
  ctx: Context,
  request: PaidStart,
): Promise<Omit<StartFacts, 'approval_basis'>> {
  const { step, known, is_doubted } = await findAgreementStep(ctx, request);
  if (step === 'ask') fail(is_doubted ? 'start_doubted' : 'agreement_required');
  return {
    agreement_asked_at: known?.asked_at ?? null,
    seconded_by: known?.seconded_by ?? null,
    seconded_at: known?.seconded_at ?? null,
    doubt_dismissed_at: known?.doubt_dismissed_at ?? null,
    is_alone: step === 'alone',
  };
}

/**
 * The pending payment of an activation. Payments of a former provider do not count: they would stay
 * pending permanently.
 */
async function findPendingPayment(
  ctx: Context,
  { payment_id }: Activation,
): Promise<Payment | undefined> {
  const found = payment_id ? await findPayment(ctx.database, payment_id) : undefined;
  return found && found.payment.provider === paymentProvider(ctx)?.name ? found.payment : undefined;
}

async function openActivationPayment(
  ctx: Context,
  { initiator_id, input }: PaidStart,
): Promise<{ id: string; isNew: boolean }> {
  const { database, clock } = ctx;
  const payer = await findPerson(database, initiator_id);
  if (!payer) return fail('session_missing');
  const { client_return_token } = input.metadata;
  if (await findOwnPayment(database, initiator_id, { client_return_token })) {
    fail('invalid_input', { fields: { 'metadata.client_return_token': 'invalid' } });
  }
  const { protocolActivation } = await pricesFor(ctx, initiator_id, moscowDay(clock.now()));
  // The payer must have seen the current price.
  if ((input.amount ?? protocolActivation) !== protocolActivation) {
    fail('payment_mismatch', { facts: { field: 'amount' } });
  }
  return openPayment(ctx, {
    user_id: initiator_id,
    plan_id: activationProduct,
    kind: 'activation',
    amount_kopecks: protocolActivation * 100,
    basis: 0,
    client_return_token,
    description: mailWords(payer.language).t('protocol.product'),
    receipt_email: payer.email,
    return_url: input.return_url,
    method_id: null,
  });
}

/**
 * Most payments succeed within this delay; the mail about the waiting period then replaces the
 * announcement.
 */
const announcementDelaySeconds = 600;

/** Continues an unpaid activation, or inserts a new one. */
async function saveStart(
  ctx: Context,
  { owner_id, contact_id, initiator_id }: PaidStart,
  former: Activation | undefined,
  facts: StartFacts,
  payment_id: string,
): Promise<void> {
  const { database, clock, log } = ctx;
  const now = clock.now();
  const id = former?.id ?? newId();
  const changes = { ...facts, payment_id, payment_started_at: now };
  if (former) {
    await moveToPayment(ctx, former, changes, now);
  } else {
    await insertActivation(database, {
      id,
      deceased_user_id: owner_id,
      trusted_contact_id: contact_id,
      initiator_user_id: initiator_id,
      status: 'payment_pending',
      ...changes,
      created_at: now,
      updated_at: now,
    });
  }
  await recordSecurityEvent(database, owner_id, 'activation_payment_started', systemActor, now);
  await auditContact(ctx, 'activation_payment_started', { owner_id, initiator_id, id });
  const later = new Date(now.getTime() + announcementDelaySeconds * 1_000);
  const start = { deceased_user_id: owner_id, is_alone: facts.is_alone };
  // Without a waiting period this mail is the only warning before the release.
  const is_delayed = (await waitingHoursAt(ctx, start, later)) > 0;
  await mailOwnerWithVetoLink(
    ctx,
    owner_id,
    activationAnnounced,
    { activation_id: id, stage: 'payment', is_delayed },
    is_delayed ? announcementDelaySeconds : undefined,
  );
  log.info({ code: 'activation_started', activation_id: id, payment_id }, 'activation started');
}

async function moveToPayment(
  { database }: Context,
  activation: Activation,
  changes: StartFacts & { payment_id: string; payment_started_at: Date },
  now: Date,
): Promise<void> {
  let { status } = activation;
  if (status === 'agreement_pending') {
    status = nextActivationStatus(status, 'continued_alone') ?? status;
    await moveActivation(database, activation, status, now);
  }
  const next = nextActivationStatus(status, 'payment_started');
  if (next !== 'payment_pending') throw new Error('A payment was started without an agreement.');
  await moveActivation(database, { ...activation, status }, next, now, changes);
}
