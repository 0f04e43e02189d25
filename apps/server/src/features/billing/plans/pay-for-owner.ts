import type { GiftInput } from '@zavet/contract/billing/plan-endpoints';
import { moscowDay } from '@zavet/contract/days';
import type { Context } from '../../../context.ts';
import { fail } from '../../../platform/failure.ts';
import type { Owner } from '../../../platform/http/route.ts';
import { mailWords } from '../../../platform/mail/templates/mail-words.ts';
import { findPerson, lockUsers } from '../../identity/account/index.ts';
import { pricesFor, productName } from '../../identity/legal/index.ts';
import { readStorage } from '../../vault/storage/index.ts';
import {
  type BegunPayment,
  beginPayment,
  findOwnPayment,
  isReturnPage,
  openPayment,
  ProviderUnsure,
  paymentProvider,
  settlePayment,
} from '../payments/index.ts';
import { findPendingGift, insertGift, isContactOf, listOpenGifts } from './gift-repository.ts';
import { giftProducts, isOpenToContacts } from './gift-rules.ts';
import { lockPlan, type OwnerPlan, readPlan } from './plan-repository.ts';
import { type PricedProduct, priced } from './plan-rules.ts';
import { payingSince } from './read-removal-facts.ts';

/** Begins to pay, as a trusted contact, for the plan of an owner. Several may; the first counts. */
export async function payForOwner(
  ctx: Context,
  payer: Owner,
  input: GiftInput,
): Promise<BegunPayment> {
  if (!paymentProvider(ctx)) return fail('payments_unavailable');
  if (!isReturnPage(input.return_url, ctx.mailer.site.publicUrl)) {
    fail('invalid_input', { fields: { return_url: 'invalid' } });
  }
  await requireContact(ctx, payer, input);
  await settleCompetingPayments(ctx, payer, input.owner_id);
  return beginPayment(ctx, input.return_url, () => quote(ctx, payer, input));
}

/** Everyone else is answered as if there were no such owner. */
async function requireContact(
  { database }: Context,
  { user_id }: Owner,
  { owner_id, trusted_contact_id }: GiftInput,
): Promise<void> {
  const claim = { contact_id: trusted_contact_id, owner_id, person_id: user_id };
  if (!(await isContactOf(database, claim))) fail('legacy_not_found');
}

/** As many as an owner usually has contacts. */
const othersAsked = 3;

/** A gift that was paid unnoticed must not be paid again. */
async function settleCompetingPayments(
  ctx: Context,
  payer: Owner,
  owner_id: string,
): Promise<void> {
  const { database, clock } = ctx;
  const { version: basis } = await readPlan(database, owner_id);
  const open = await listOpenGifts(database, { owner_id, basis, since: payingSince(clock.now()) });
  const others = open.filter(({ payer_id }) => payer_id !== payer.user_id);
  for (const { payment_id } of others.slice(0, othersAsked)) {
    await settlePayment(ctx, payment_id).catch((error) => {
      if (!(error instanceof ProviderUnsure)) throw error;
    });
  }
}

/** The price is ours; the browser must have seen the same one. */
function quote(
  ctx: Context,
  payer: Owner,
  input: GiftInput,
): Promise<{ id: string; isNew: boolean }> {
  const { database } = ctx;
  const { owner_id, trusted_contact_id: contact_id, plan_id } = input;
  return database.transaction(async () => {
    await lockUsers(database, [owner_id, payer.user_id]);
    await requireContact(ctx, payer, input);
    const plan = await lockPlan(database, owner_id);
    const product = await requireOffer(ctx, payer, plan, input);
    const pending = await findPendingGift(database, {
      ...{ contact_id, payer_id: payer.user_id, basis: plan.version, plan_id },
      provider: paymentProvider(ctx)?.name ?? fail('payments_unavailable'),
    });
    if (pending) return { id: pending, isNew: false };
    const payment = await openGiftPayment(ctx, payer, input, product, plan.version);
    await insertGift(database, { payment_id: payment.id, owner_id, contact_id });
    return payment;
  });
}

/** At the price of the one who pays. */
async function requireOffer(
  ctx: Context,
  payer: Owner,
  plan: OwnerPlan,
  { owner_id, plan_id, amount }: GiftInput,
): Promise<PricedProduct> {
  const { database, clock } = ctx;
  const { used_bytes } = await readStorage(database, owner_id);
  if (!isOpenToContacts(plan, used_bytes)) fail('plan_settled');
  const offered = giftProducts(plan, used_bytes).find((one) => one.plan_id === plan_id);
  if (!offered) return fail('plan_not_offered');
  const prices = await pricesFor(ctx, payer.user_id, moscowDay(clock.now()));
  const product = priced(prices, offered);
  if (amount * 100 !== product.price_kopecks) {
    fail('payment_mismatch', { facts: { field: 'amount' } });
  }
  return product;
}

async function openGiftPayment(
  ctx: Context,
  { user_id }: Owner,
  { client_return_token, return_url }: GiftInput,
  product: PricedProduct,
  basis: number,
): Promise<{ id: string; isNew: boolean }> {
  const { database } = ctx;
  const person = await findPerson(database, user_id);
  if (!person) return fail('session_missing');
  if (await findOwnPayment(database, user_id, { client_return_token })) {
    fail('invalid_input', { fields: { client_return_token: 'invalid' } });
  }
  return openPayment(ctx, {
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
