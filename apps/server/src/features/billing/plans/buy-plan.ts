import type { PaymentInput } from '@zavet/contract/billing/payment-endpoints';
import { currency, type ProductFacts, productOf } from '@zavet/contract/billing/plan-catalogue';
import { moscowDay } from '@zavet/contract/days';
import type { Context } from '../../../context.ts';
import { fail } from '../../../platform/failure.ts';
import type { Owner } from '../../../platform/http/route.ts';
import { mailWords } from '../../../platform/mail/templates/mail-words.ts';
import { findPerson, lockUser } from '../../identity/account/index.ts';
import { pricesFor, productName } from '../../identity/legal/index.ts';
import {
  type BegunPayment,
  beginPayment,
  isReturnPage,
  openPayment,
  paymentProvider,
} from '../payments/index.ts';
import { isPayable, offerOf } from './offer-rules.ts';
import { lockPlan } from './plan-repository.ts';
import { priced } from './plan-rules.ts';

/** Begins to pay for a plan. Two tabs that want the same at once get the same payment. */
export async function buyPlan(
  ctx: Context,
  owner: Owner,
  input: PaymentInput,
): Promise<BegunPayment> {
  if (!paymentProvider(ctx)) fail('payments_unavailable');
  const product = productOf(input.plan_id);
  if (!product) return fail('plan_not_offered');
  if (input.user_id !== owner.user_id) failMismatch('user_id');
  if (input.currency !== currency) failMismatch('currency');
  if (!isReturnPage(input.return_url, ctx.mailer.site.publicUrl)) {
    fail('invalid_input', { fields: { return_url: 'invalid' } });
  }
  return beginPayment(ctx, input.return_url, () => quote(ctx, owner, product, input));
}

/** The price is ours; the browser must have seen the same one. */
function quote(
  ctx: Context,
  owner: Owner,
  product: ProductFacts,
  input: PaymentInput,
): Promise<{ id: string; isNew: boolean }> {
  const { database, clock } = ctx;
  return database.transaction(async () => {
    await lockUser(database, owner.user_id);
    const person = await findPerson(database, owner.user_id);
    if (!person) return fail('session_missing');
    const plan = await lockPlan(database, owner.user_id);
    const today = moscowDay(clock.now());
    const prices = await pricesFor(ctx, owner.user_id, today);
    const offer = offerOf(plan, priced(prices, product), today);
    if (!isPayable(offer.kind)) fail('plan_not_offered');
    if (input.amount * 100 !== offer.amount_kopecks) failMismatch('amount');
    return openPayment(ctx, {
      user_id: owner.user_id,
      plan_id: product.plan_id,
      kind: 'purchase',
      amount_kopecks: offer.amount_kopecks,
      basis: plan.version,
      description: productName(mailWords(person.language), product.plan.id, product.period),
      receipt_email: person.email,
      return_url: input.return_url,
      method_id: null,
    });
  });
}

function failMismatch(field: 'amount' | 'currency' | 'user_id'): never {
  return fail('payment_mismatch', { facts: { field } });
}
