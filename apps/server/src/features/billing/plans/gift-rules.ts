import {
  type CataloguePlan,
  type ProductFacts,
  planCatalogue,
  productFacts,
} from '@zavet/contract/billing/plan-catalogue';
import type { Day } from '@zavet/contract/days';
import { bytesPerMb } from '@zavet/contract/vault/file-rules';
import type { PlanState } from './plan-rules.ts';

/** Whether contacts know that files will go, and can pay: since the first warning, not sooner. */
export function isOpenToContacts(state: PlanState, usedBytes: number): boolean {
  return (
    state.plan === 'free_expired' &&
    state.grace_until !== null &&
    state.grace_warned !== null &&
    usedBytes > state.limit_mb * bytesPerMb
  );
}

/** The plan that the owner had, or the smallest that holds what is stored; a month or a year of it. */
export function giftProducts(state: PlanState, usedBytes: number): ProductFacts[] {
  const plan = giftPlan(state, usedBytes);
  return productFacts.filter((product) => product.plan === plan);
}

function giftPlan({ former_plan }: PlanState, usedBytes: number): CataloguePlan | undefined {
  const holds = ({ storage_mb }: CataloguePlan) => usedBytes <= storage_mb * bytesPerMb;
  const former = planCatalogue.find(({ id }) => id === former_plan);
  return former && holds(former) ? former : (planCatalogue.find(holds) ?? planCatalogue.at(-1));
}

interface GiftFacts {
  /** The version of the plan that was quoted. */
  basis: number;
  isContact: boolean;
  /** The moment at which it was begun lies too far back. */
  isStale: boolean;
}

/** Why a payment for another's plan cannot take effect, and goes back; null when it does. */
export function reasonNotToGive(
  state: PlanState & { version: number },
  { basis, isContact, isStale }: GiftFacts,
): 'superseded' | 'contact_removed' | null {
  if (!isContact) return 'contact_removed';
  const isStillLapsed = state.plan === 'free_expired' && state.version === basis;
  return isStillLapsed && !isStale ? null : 'superseded';
}

/** When a day was promised that has come without the mail, the day after the mail is the day. */
export function dayTold(filesRemovedOn: Day, tomorrow: Day): Day {
  return filesRemovedOn > tomorrow ? filesRemovedOn : tomorrow;
}
