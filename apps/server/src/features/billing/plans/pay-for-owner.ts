import { moscowDay } from '@zavet/contract/days';
import type { GiftInput } from '@zavet/contract/plans/gift-endpoints';
import { fail } from '../../../platform/failure.ts';
import type { Owner } from '../../../platform/http/route.ts';
import { mailWords } from '../../../platform/mail/templates/mail-words.ts';
import { findPerson, lockUsers } from '../../identity/account/index.ts';
import { pricesFor, productName } from '../../identity/legal/index.ts';
import {
  type BegunPayment,
  beginPayment,
  findOwnPayment,
  isReturnPage,
  openPayment,
  type PaymentDeps,
  ProviderUnsure,
  settlePayment,
} from '../payments/index.ts';
import { readStorage } from '../../vault/storage/index.ts';
import { findPendingGift, insertGift, isContactOf, listOpenGifts } from './gift-repository.ts';
import { giftProducts, isOpenToContacts } from './gift-rules.ts';
import type { PlanDeps } from './plan-deps.ts';
import { lockPlan, type OwnerPlan, readPlan } from './plan-repository.ts';
import { type PricedProduct, priced } from './plan-rules.ts';
import { payingSince } from './read-removal-facts.ts';

/** Begins to pay, as a trusted contact, for the plan of an owner. Several may; the first counts. */
export async function payForOwner(
  deps: PlanDeps,
  payments: PaymentDeps,
  payer: Owner,
  input: GiftInput,
): Promise<BegunPayment> {
  const { provider } = payments;
  if (!provider) return fail('payments_unavailable');
  if (!isReturnPage(input.return_url, deps.place.publicUrl)) {
    fail('invalid_input', { fields: { return_url: 'invalid' } });
  }
  await requireContact(deps, payer, input);
  await hearOfOthers(deps, payments, payer, input.owner_id);
  return beginPayment(payments, input.return_url, () =>
    quote(deps, { ...payments, provider }, payer, input),
  );
}

/** Everyone else is answered as if there were no such owner. */
async function requireContact(
  { database }: PlanDeps,
  { user_id }: Owner,
  { owner_id, trusted_contact_id }: GiftInput,
): Promise<void> {
  const claim = { contact_id: trusted_contact_id, owner_id, person_id: user_id };
  if (!(await isContactOf(database, claim))) fail('legacy_not_found');
}

/** As many as an owner usually has contacts. */
const othersAsked = 3;

/** Somebody may have paid without our having heard of it: nobody should then pay again. */
async function hearOfOthers(
  { database, clock }: PlanDeps,
  payments: PaymentDeps,
  payer: Owner,
  owner_id: string,
): Promise<void> {
  const { version: basis } = await readPlan(database, owner_id);
  const open = await listOpenGifts(database, { owner_id, basis, since: payingSince(clock.now()) });
  const others = open.filter(({ payer_id }) => payer_id !== payer.user_id);
  for (const { payment_id } of others.slice(0, othersAsked)) {
    await settlePayment(payments, payment_id).catch((error) => {
      if (!(error instanceof ProviderUnsure)) throw error;
    });
  }
}

type ConfiguredPayments = PaymentDeps & { provider: NonNullable<PaymentDeps['provider']> };

/** The price is ours; the browser must have seen the same one. */
function quote(
  deps: PlanDeps,
  payments: ConfiguredPayments,
  payer: Owner,
  input: GiftInput,
): Promise<{ id: string; isNew: boolean }> {
  const { database } = deps;
  const { owner_id, trusted_contact_id: contact_id, plan_id } = input;
  return database.transaction(async () => {
    await lockUsers(database, [owner_id, payer.user_id]);
    await requireContact(deps, payer, input);
    const plan = await lockPlan(database, owner_id);
    const product = await requireOffer(deps, payer, plan, input);
    const pending = await findPendingGift(database, {
      ...{ contact_id, payer_id: payer.user_id, basis: plan.version, plan_id },
      provider: payments.provider.name,
    });
    if (pending) return { id: pending, isNew: false };
    const payment = await openGiftPayment(deps, payments, payer, input, product, plan.version);
    await insertGift(database, { payment_id: payment.id, owner_id, contact_id });
    return payment;
  });
}

/** At the price of the one who pays. */
async function requireOffer(
  deps: PlanDeps,
  payer: Owner,
  plan: OwnerPlan,
  { owner_id, plan_id, amount }: GiftInput,
): Promise<PricedProduct> {
  const { database, clock } = deps;
  const { used_bytes } = await readStorage(database, owner_id);
  if (!isOpenToContacts(plan, used_bytes)) fail('plan_settled');
  const offered = giftProducts(plan, used_bytes).find((one) => one.plan_id === plan_id);
  if (!offered) return fail('plan_not_offered');
  const prices = await pricesFor(deps, payer.user_id, moscowDay(clock.now()));
  const product = priced(prices, offered);
  if (amount * 100 !== product.price_kopecks) {
    fail('payment_mismatch', { facts: { field: 'amount' } });
  }
  return product;
}

async function openGiftPayment(
  { database }: PlanDeps,
  payments: ConfiguredPayments,
  { user_id }: Owner,
  { client_return_token, return_url }: GiftInput,
  product: PricedProduct,
  basis: number,
): Promise<{ id: string; isNew: boolean }> {
  const person = await findPerson(database, user_id);
  if (!person) return fail('session_missing');
  if (await findOwnPayment(database, user_id, { client_return_token })) {
    fail('invalid_input', { fields: { client_return_token: 'invalid' } });
  }
  return openPayment(payments, {
    user_id,
    plan_id: product.plan_id,
    kind: 'gift',
    amount_kopecks: product.price_kopecks,
    basis,
    client_return_token,
    description: productName(mailWords(person.language), product.plan.id, product.period),
    receipt_email: person.email,
    return_url,
    method_id: null,
  });
}
