import { daysAfter } from '@zavet/contract/days';
import { jobName } from '../../platform/jobs/job.ts';
import { orderMail } from '../../platform/mail/order-mail.ts';
import { beforeEveryId } from '../../platform/new-id.ts';
import { maintenanceCalledOff, maintenancePlanned } from './emails/maintenance-mails.ts';
import type { MaintenanceDeps } from './maintenance-deps.ts';
import { listOpenWindows } from './maintenance-repository.ts';
import { holdPlanned, listUntold, noteOrders, takeToldOfNothing } from './telling-repository.ts';

export const tellOfMaintenanceJob = jobName<object>('tell-of-maintenance');

const peopleAtOnce = 100;
/** An order older than this has been given up, whatever became of it. */
const triedForDays = 3;

/** Tells everybody once of what is planned, and of what was called off. May run twice, and at once. */
export async function tellOfMaintenance(
  deps: MaintenanceDeps,
  signal?: AbortSignal,
): Promise<void> {
  for (const { id, called_off_at } of await listOpenWindows(deps.database, deps.clock.now())) {
    if (called_off_at) await tellOfCallOff(deps, id, signal);
    else await tellEverybody(deps, id, signal);
  }
}

async function tellEverybody(
  deps: MaintenanceDeps,
  windowId: string,
  signal?: AbortSignal,
): Promise<void> {
  let last: string | undefined = beforeEveryId;
  while (last !== undefined && !signal?.aborted) {
    last = await tellSome(deps, windowId, last);
  }
}

/** Says after whom to go on; nobody when everybody has been looked at. */
function tellSome(
  deps: MaintenanceDeps,
  window_id: string,
  afterUserId: string,
): Promise<string | undefined> {
  const { database, clock } = deps;
  const now = clock.now();
  const lostBefore = daysAfter(now, -triedForDays);
  return database.transaction(async () => {
    if (!(await holdPlanned(database, window_id, now))) return undefined;
    const untold = await listUntold(database, window_id, lostBefore, afterUserId, peopleAtOnce);
    for (const user_id of await noteOrders(database, window_id, untold, now, lostBefore)) {
      await orderMail(deps, maintenancePlanned, { window_id, user_id });
    }
    return untold.length < peopleAtOnce ? undefined : untold.at(-1);
  });
}

/** Only those for whom a server took the notice; the others never hear of either. */
async function tellOfCallOff(
  deps: MaintenanceDeps,
  window_id: string,
  signal?: AbortSignal,
): Promise<void> {
  const { database, clock } = deps;
  let isMore = true;
  while (isMore && !signal?.aborted) {
    isMore = await database.transaction(async () => {
      const told = await takeToldOfNothing(database, window_id, clock.now(), peopleAtOnce);
      for (const user_id of told) {
        await orderMail(deps, maintenanceCalledOff, { window_id, user_id });
      }
      return told.length === peopleAtOnce;
    });
  }
}
