/** What other features may use of this one: which notices about a plan were refused. */

export { endRenewals } from './end-renewals.ts';
export { giveCustomPlan } from './give-custom-plan.ts';
export type { PlanDeps } from './plan-deps.ts';
export { readPlan } from './plan-repository.ts';
export { planGifts, planNotices } from './plan-tables.ts';
