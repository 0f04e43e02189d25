import { type PriceList, priceOf } from '@zavet/contract/billing/plan-catalogue';
import type { LapsingPlan } from '@zavet/contract/billing/plan-endpoints';
import { moscowDay } from '@zavet/contract/days';
import type { Context } from '../../../context.ts';
import { pricesFor } from '../../identity/legal/index.ts';
import { readStorage } from '../../vault/storage/index.ts';
import { type LapsingLegacy, listLapsingLegacies, listOpenGifts } from './gift-repository.ts';
import { giftProducts, isOpenToContacts } from './gift-rules.ts';
import { readPlan } from './plan-repository.ts';
import { afterPurchase, priced } from './plan-rules.ts';
import { payingSince } from './read-removal-facts.ts';

/** Plans that ran out, of owners who trust this person: only those about which contacts are told. */
export async function listLapsingPlans(ctx: Context, personId: string): Promise<LapsingPlan[]> {
  const legacies = await listLapsingLegacies(ctx.database, personId);
  if (legacies.length === 0) return [];
  const prices = await pricesFor(ctx, personId, moscowDay(ctx.clock.now()));
  const plans = await Promise.all(legacies.map((one) => viewOf(ctx, one, personId, prices)));
  return plans.filter((plan) => plan !== undefined);
}

async function viewOf(
  { database, clock }: Context,
  { owner_id, contact_id }: LapsingLegacy,
  personId: string,
  prices: PriceList,
): Promise<LapsingPlan | undefined> {
  const plan = await readPlan(database, owner_id);
  const { used_bytes } = await readStorage(database, owner_id);
  if (!isOpenToContacts(plan, used_bytes) || !plan.grace_until) return undefined;
  const now = clock.now();
  const today = moscowDay(now);
  const open = { owner_id, basis: plan.version, since: payingSince(now) };
  const paying = await listOpenGifts(database, open);
  return {
    user_id: owner_id,
    trusted_contact_id: contact_id,
    files_removed_on: plan.grace_until,
    offers: giftProducts(plan, used_bytes).map((product) => ({
      plan_id: product.plan_id,
      amount: priceOf(prices, product),
      valid_until: afterPurchase(priced(prices, product), today, false).valid_until ?? today,
    })),
    is_paid_by_other: paying.some(({ payer_id }) => payer_id !== personId),
  };
}
