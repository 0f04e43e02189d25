import { moscowDay } from '@zavet/contract/days';
import type { ActivationInput } from '@zavet/contract/protocol/legacy-schemas';
import { activationProduct } from '@zavet/contract/protocol/protocol-values';
import { rulesAt } from '@zavet/contract/protocol/release-rules';
import type { Context } from '../../../context.ts';
import { fail } from '../../../platform/failure.ts';
import type { Owner } from '../../../platform/http/route.ts';
import { newId } from '../../../platform/ids.ts';
import { mailWords } from '../../../platform/mail/templates/mail-words.ts';
import {
  type BegunPayment,
  beginPayment,
  findOwnPayment,
  findPayment,
  isReturnPage,
  openPayment,
  type Payment,
  ProviderUnsure,
  paymentProvider,
  settlePayment,
} from '../../billing/payments/index.ts';
import {
  findPerson,
  lockUsers,
  recordSecurityEvent,
  systemActor,
} from '../../identity/account/index.ts';
import { pricesFor } from '../../identity/legal/index.ts';
import { mailOwnerWithVetoLink } from '../emails/owner-mail.ts';
import { activationPaymentStarted } from '../emails/start-mails.ts';
import { findRules } from '../settings/settings-repository.ts';
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
import { countOthers, findAgreement } from './agreement-repository.ts';
import { listDoubtsAgainst } from './doubt-repository.ts';
import { withdrawDoubtOf } from './doubts.ts';
import { endActivation } from './end-activation.ts';
import { checkStart, failIfStarted, recheckStart, type StartRequest } from './start-permission.ts';
import { agreementStep, noAgreement } from './start-rules.ts';

/** Begins to pay for an activation. Several contacts may pay at once; the first success counts. */
export async function startActivation(
  ctx: Context,
  initiator: Owner,
  input: ActivationInput,
): Promise<BegunPayment> {
  if (!paymentProvider(ctx)) fail('payments_unavailable');
  if (input.metadata.initiator_user_id !== initiator.user_id) {
    fail('payment_mismatch', { facts: { field: 'initiator_user_id' } });
  }
  if (!isReturnPage(input.return_url, ctx.mailer.site.publicUrl)) {
    fail('invalid_input', { fields: { return_url: 'invalid' } });
  }
  const examined = await checkStart(ctx, initiator, input.metadata, input.pin);
  const request = { ...examined, input };
  await settleCompetingPayments(ctx, request);
  return beginPayment(ctx, input.return_url, () => quote(ctx, request));
}

/** As many as an owner usually has contacts. */
const othersAsked = 3;

/** A start that was paid unnoticed must not be paid again. */
async function settleCompetingPayments(ctx: Context, request: PaidStart): Promise<void> {
  for (const paymentId of await listCompetingPayments(ctx.database, request, othersAsked)) {
    await settlePayment(ctx, paymentId).catch(unlessUnsure);
  }
}

function unlessUnsure(error: unknown): void {
  if (!(error instanceof ProviderUnsure)) throw error;
}

/** What was asked for, examined. */
interface PaidStart extends StartRequest {
  input: ActivationInput;
}

/** Writes activation and payment down, or finds those that the same person began before. */
function quote(ctx: Context, request: PaidStart): Promise<{ id: string; isNew: boolean }> {
  const { database } = ctx;
  return database.transaction(async () => {
    await lockUsers(database, [request.owner_id, request.initiator_id]);
    const approval = await recheckStart(ctx, request);
    await failIfStarted(database, request.owner_id);
    // Starting contradicts a doubt of one's own about the start of another contact.
    await withdrawDoubtOf(ctx, { ...request, user_id: request.initiator_id });
    const agreed = await agreementFor(ctx, request);
    const former = await findOpenActivation(database, request);
    const pending = former && (await pendingPayment(ctx, former));
    if (pending && former && isOf(former, request)) return { id: pending.id, isNew: false };
    const isForThis = former !== undefined && isOf(former, request) && mayGoOn(former);
    if (former && !isForThis) {
      await endActivation(
        ctx,
        former,
        'given_up',
        isOf(former, request) ? 'given_up' : 'contact_removed',
      );
    }
    if (!(await hasSomethingToDeliver(database, request.owner_id))) fail('nothing_to_deliver');
    const payment = await openActivationPayment(ctx, request);
    const known = { ...agreed, ...approval };
    await noteStart(ctx, request, isForThis ? former : undefined, known, payment.id);
    ctx.checkpoint('activation.before_commit');
    return payment;
  });
}

/** What waits for its payment; a request that nobody has decided on is given up by a start. */
function mayGoOn({ payment_id, status }: Activation): boolean {
  return payment_id === null && status !== 'requested';
}

type AgreementColumns = Pick<
  Activation,
  'agreement_asked_at' | 'seconded_by' | 'seconded_at' | 'doubt_dismissed_at' | 'is_alone'
>;
type KnownColumns = AgreementColumns & Pick<Activation, 'approval_basis'>;

/** The agreement of a former or of this attempt; fails where another contact has to agree first. */
async function agreementFor(
  { database, clock }: Context,
  request: PaidStart,
): Promise<AgreementColumns> {
  const now = clock.now();
  const rules = rulesAt(await findRules(database, request.owner_id), now);
  const known = await findAgreement(database, request);
  const is_doubted = (await listDoubtsAgainst(database, request)).length > 0;
  const agreement = { ...(known ?? noAgreement), is_doubted };
  const way = agreementStep(rules, await countOthers(database, request), agreement, now);
  if (way === 'ask') fail(is_doubted ? 'start_doubted' : 'agreement_required');
  return {
    agreement_asked_at: known?.asked_at ?? null,
    seconded_by: known?.seconded_by ?? null,
    seconded_at: known?.seconded_at ?? null,
    doubt_dismissed_at: known?.doubt_dismissed_at ?? null,
    is_alone: way === 'alone',
  };
}

/** Undefined when it waits for a provider that is not asked any more: it would wait for ever. */
async function pendingPayment(
  ctx: Context,
  { payment_id }: Activation,
): Promise<Payment | undefined> {
  const { database } = ctx;
  const found = payment_id ? await findPayment(database, payment_id) : undefined;
  return found && found.payment.provider === paymentProvider(ctx)?.name ? found.payment : undefined;
}

function isOf({ initiator_user_id }: Activation, { initiator_id }: PaidStart): boolean {
  return initiator_user_id === initiator_id;
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
  // The payer must have seen the price.
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

/** The try that waited for an agreement or an approval goes on; otherwise one begins. */
async function noteStart(
  ctx: Context,
  { owner_id, contact_id, initiator_id }: PaidStart,
  before: Activation | undefined,
  known: KnownColumns,
  payment_id: string,
): Promise<void> {
  const { database, clock, log } = ctx;
  const now = clock.now();
  const id = before?.id ?? newId();
  if (before) {
    await beginPaying(ctx, before, { ...known, payment_id, payment_begun_at: now });
  } else {
    await insertActivation(database, {
      id,
      deceased_user_id: owner_id,
      trusted_contact_id: contact_id,
      initiator_user_id: initiator_id,
      payment_id,
      status: 'payment_pending',
      ...known,
      payment_begun_at: now,
      created_at: now,
      updated_at: now,
    });
  }
  await recordSecurityEvent(database, owner_id, 'activation_payment_started', systemActor, now);
  await auditContact(ctx, 'activation_payment_started', { owner_id, initiator_id, id });
  await mailOwnerWithVetoLink(ctx, owner_id, activationPaymentStarted, { activation_id: id });
  log.info({ code: 'activation_begun', activation_id: id, payment_id }, 'activation begun');
}

async function beginPaying(
  { database, clock }: Context,
  activation: Activation,
  changes: KnownColumns & { payment_id: string; payment_begun_at: Date },
): Promise<void> {
  const now = clock.now();
  let { status } = activation;
  if (status === 'agreement_pending') {
    status = nextActivationStatus(status, 'gone_on_alone') ?? status;
    await moveActivation(database, activation, status, now);
  }
  const next = nextActivationStatus(status, 'payment_begun');
  if (next !== 'payment_pending') throw new Error('A payment began that nobody agreed to.');
  await moveActivation(database, { ...activation, status }, next, now, changes);
}
