import type { PlanId, PlanPeriod } from '@zavet/contract/plans/plan-catalogue';
import { jobName } from '../../platform/jobs/job.ts';
import type { JobQueue } from '../../platform/jobs/job-queue.ts';
import { newId } from '../../platform/new-id.ts';

/** What each mail has to say; dates are Moscow days, amounts kopecks. */
export interface PlanMailFacts {
  /** What is charged on `valid_until`; null: nothing. */
  plan_bought: PaidFacts & { next_amount_kopecks: number | null };
  plan_renewed: PaidFacts & { next_amount_kopecks: number | null };
  renewal_ahead: { plan: PlanId; amount_kopecks: number; charged_on: string; period: PlanPeriod };
  end_ahead: { plan: PlanId; valid_until: string };
  /** Null when there will be no other try. */
  renewal_declined: { plan: PlanId; amount_kopecks: number; next_try_on: string | null };
  /** Null when everything fits into the free plan. */
  plan_expired: { plan: PlanId; files_removed_on: string | null };
  files_removal_soon: { files_removed_on: string; over_mb: number; is_last: boolean };
  files_removed: { files: number; removal_id: string };
  payment_refunded: { amount_kopecks: number };
  plan_extended: { days: number; valid_until: string };
}

interface PaidFacts {
  plan: PlanId;
  valid_until: string;
  amount_kopecks: number;
}

export type PlanMailKind = keyof PlanMailFacts;

export type PlanMail = {
  [Kind in PlanMailKind]: { kind: Kind; facts: PlanMailFacts[Kind] };
}[PlanMailKind];

export type PlanMailOrder = PlanMail & { user_id: string; mail_id: string };

export const planMailJob = jobName<PlanMailOrder>('plan-mail');

/** Orders a mail to an owner, in the transaction that is the reason for it. */
export function orderPlanMail<Kind extends PlanMailKind>(
  jobs: JobQueue,
  userId: string,
  kind: Kind,
  facts: PlanMailFacts[Kind],
): Promise<void> {
  const mail = { kind, facts } as PlanMail;
  return jobs.enqueue(planMailJob, { ...mail, user_id: userId, mail_id: newId() });
}
