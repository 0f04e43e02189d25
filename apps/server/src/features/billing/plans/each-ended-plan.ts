import type { Day } from '@zavet/contract/days';
import type { PlanPeriod } from '@zavet/contract/plans/plan-catalogue';
import type { Database } from '../../../platform/database/database.ts';
import { type EndPlace, listEndedPlans } from './plan-repository.ts';

const ownersAtOnce = 500;

/** Goes through the owners whose bought period is over on a day, page by page. */
export async function eachEndedPlan(
  database: Database,
  ended: { today: Day; period?: PlanPeriod },
  work: (userId: string) => Promise<void>,
): Promise<void> {
  let last: EndPlace | undefined;
  do {
    const page: EndPlace[] = await listEndedPlans(database, ended, last, ownersAtOnce);
    for (const { user_id } of page) await work(user_id);
    last = page.length < ownersAtOnce ? undefined : page.at(-1);
  } while (last);
}
