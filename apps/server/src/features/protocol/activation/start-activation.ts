import { pricesRubles } from '@zavet/contract/prices';
import type { ActivationInput } from '@zavet/contract/protocol/protocol-schemas';
import { activationProduct } from '@zavet/contract/protocol/protocol-values';
import { fail } from '../../../platform/failure.ts';
import type { Owner } from '../../../platform/http/route.ts';
import { orderMail } from '../../../platform/mail/order-mail.ts';
import { mailWords } from '../../../platform/mail/templates/mail-words.ts';
import { newId } from '../../../platform/new-id.ts';
import { findPerson, lockUsers, recordSecurityEvent, systemActor } from '../../account/public.ts';
import {
  type BegunPayment,
  beginPayment,
  findOwnPayment,
  findPayment,
  isReturnPage,
  openPayment,
  type Payment,
  type PaymentDeps,
  ProviderUnsure,
  settlePayment,
} from '../../payments/public.ts';
import { activationPaymentStarted } from '../emails/activation-mails.ts';
import type { ProtocolDeps } from '../protocol-deps.ts';
import {
  type Activation,
  findEffectiveActivation,
  findPendingActivation,
  findStanding,
  hasSomethingToDeliver,
  insertActivation,
  listOtherPayments,
} from './activation-repository.ts';
import { hasTakenPart, mayActivate } from './activation-rules.ts';
import { endAttempt } from './end-attempt.ts';
import { provePin } from './prove-pin.ts';

const amountKopecks = pricesRubles.protocolActivation * 100;

/** Begins to pay for an activation. Several contacts may pay at once; the first success counts. */
export async function startActivation(
  deps: ProtocolDeps,
  payments: PaymentDeps,
  initiator: Owner,
  input: ActivationInput,
): Promise<BegunPayment> {
  if (!payments.provider) fail('payments_unavailable');
  if (input.metadata.initiator_user_id !== initiator.user_id) {
    fail('payment_mismatch', { facts: { field: 'initiator_user_id' } });
  }
  if (!isReturnPage(input.return_url, deps.post.place.publicUrl)) {
    fail('invalid_input', { fields: { return_url: 'invalid' } });
  }
  const request = await examine(deps, initiator, input);
  await hearOfOthers(deps, payments, request);
  return beginPayment(payments, input.return_url, () => quote(deps, payments, request));
}

/** As many as an owner usually has contacts. */
const othersAsked = 3;

/** Somebody may have paid without our having heard of it: nobody should then pay again. */
async function hearOfOthers(
  { database }: ProtocolDeps,
  payments: PaymentDeps,
  request: StartRequest,
): Promise<void> {
  for (const paymentId of await listOtherPayments(database, request, othersAsked)) {
    await settlePayment(payments, paymentId).catch(unlessUnsure);
  }
}

function unlessUnsure(error: unknown): void {
  if (!(error instanceof ProviderUnsure)) throw error;
}

/** What was asked for, with the PIN hash that was proven for it. */
interface StartRequest {
  owner_id: string;
  contact_id: string;
  initiator_id: string;
  pin_hash: string | null;
  input: ActivationInput;
}

/** Strangers learn nothing, not even whether there is a PIN; a PIN is not tried for nothing. */
async function examine(
  deps: ProtocolDeps,
  initiator: Owner,
  input: ActivationInput,
): Promise<StartRequest> {
  const { database } = deps;
  const ids = {
    owner_id: input.metadata.deceased_user_id,
    contact_id: input.metadata.trusted_contact_id,
    initiator_id: initiator.user_id,
  };
  const standing = await findStanding(database, ids);
  await failUnlessAllowed(deps, ids, standing);
  const pin_hash = standing?.pin_hash ?? null;
  if (pin_hash) await provePin(deps, { ...ids, pin_hash }, input.pin);
  return { ...ids, pin_hash, input };
}

async function failUnlessAllowed(
  { database }: ProtocolDeps,
  { owner_id }: { owner_id: string },
  standing: Awaited<ReturnType<typeof findStanding>>,
): Promise<void> {
  if (mayActivate(standing)) return;
  if (hasTakenPart(standing) && (await findEffectiveActivation(database, owner_id))) {
    fail('protocol_already_active');
  }
  fail('legacy_not_found');
}

/** Writes activation and payment down, or finds those that the same person began before. */
function quote(
  deps: ProtocolDeps,
  payments: PaymentDeps,
  request: StartRequest,
): Promise<{ id: string; isNew: boolean }> {
  const { database } = deps;
  return database.transaction(async () => {
    await lockUsers(database, [request.owner_id, request.initiator_id]);
    const standing = await findStanding(database, request);
    await failUnlessAllowed(deps, request, standing);
    if (standing?.pin_hash !== request.pin_hash)
      fail('pin_required', { fields: { pin: 'pin_required' } });
    if (await findEffectiveActivation(database, request.owner_id)) fail('protocol_already_active');
    const former = await findPendingActivation(database, request);
    const pending = former && (await pendingPayment(payments, former));
    if (pending && former && isOf(former, request)) return { id: pending.id, isNew: false };
    if (former) {
      await endAttempt(
        deps,
        former,
        'given_up',
        isOf(former, request) ? 'given_up' : 'contact_removed',
      );
    }
    if (!(await hasSomethingToDeliver(database, request.owner_id))) fail('nothing_to_deliver');
    const payment = await openActivationPayment(deps, payments, request);
    await noteStart(deps, request, payment.id);
    deps.checkpoint('activation.before_commit');
    return payment;
  });
}

/** Undefined when it waits for a provider that is not asked any more: it would wait for ever. */
async function pendingPayment(
  { database, provider }: PaymentDeps,
  { payment_id }: Activation,
): Promise<Payment | undefined> {
  const found = payment_id ? await findPayment(database, payment_id) : undefined;
  return found && found.payment.provider === provider?.name ? found.payment : undefined;
}

function isOf({ initiator_user_id }: Activation, { initiator_id }: StartRequest): boolean {
  return initiator_user_id === initiator_id;
}

async function openActivationPayment(
  { database }: ProtocolDeps,
  payments: PaymentDeps,
  { initiator_id, input }: StartRequest,
): Promise<{ id: string; isNew: boolean }> {
  const payer = await findPerson(database, initiator_id);
  if (!payer) return fail('session_missing');
  const { client_return_token } = input.metadata;
  if (await findOwnPayment(database, initiator_id, { client_return_token })) {
    fail('invalid_input', { fields: { 'metadata.client_return_token': 'invalid' } });
  }
  return openPayment(payments, {
    user_id: initiator_id,
    plan_id: activationProduct,
    kind: 'activation',
    amount_kopecks: amountKopecks,
    basis: 0,
    client_return_token,
    description: mailWords(payer.language).t('protocol.product'),
    receipt_email: payer.email,
    return_url: input.return_url,
    method_id: null,
  });
}

async function noteStart(
  { database, clock, jobs, log }: ProtocolDeps,
  { owner_id, contact_id, initiator_id }: StartRequest,
  paymentId: string,
): Promise<void> {
  const id = newId();
  const now = clock.now();
  await insertActivation(database, {
    id,
    deceased_user_id: owner_id,
    trusted_contact_id: contact_id,
    initiator_user_id: initiator_id,
    payment_id: paymentId,
    status: 'payment_pending',
    created_at: now,
    updated_at: now,
  });
  await recordSecurityEvent(database, owner_id, 'activation_payment_started', systemActor, now);
  await orderMail({ jobs }, activationPaymentStarted, { activation_id: id });
  log.info(
    { code: 'activation_begun', activation_id: id, payment_id: paymentId },
    'activation begun',
  );
}
