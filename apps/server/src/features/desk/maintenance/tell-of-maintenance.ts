import { daysAfter } from '@zavet/contract/days';
import { retention } from '@zavet/contract/legal/service-terms';
import type { Context } from '../../../context.ts';
import { jobName } from '../../../platform/jobs/job.ts';
import { orderMail } from '../../../platform/mail/order-mail.ts';
import { type ArrivalPlace, holdPeople } from '../../identity/account/index.ts';
import { maintenanceCalledOff, maintenancePlanned } from './emails/maintenance-mails.ts';
import { listOpenWindows, type MaintenanceWindow } from './maintenance-repository.ts';
import {
  holdPlanned,
  keepWalk,
  listLost,
  listUntold,
  noteOrders,
  takeToldOfNothing,
} from './telling-repository.ts';

export const tellOfMaintenanceJob = jobName<object>('tell-of-maintenance');

const peopleAtOnce = 100;
/** An order older than this has been given up, whatever became of it. */
const triedForDays = 3;

/** An address may be confirmed so long after somebody came; people of these days are looked at again. */
const confirmedWithinDays = 2 * retention.unconfirmedDays;

/** Tells everybody once of what is planned, and of what was called off. May run twice, and at once. */
export async function tellOfMaintenance(ctx: Context, signal?: AbortSignal): Promise<void> {
  for (const window of await listOpenWindows(ctx.database, ctx.clock.now())) {
    if (window.called_off_at) await tellOfCallOff(ctx, window.id, signal);
    else await tellEverybody(ctx, window, signal);
  }
}

/** Everybody once, then those who have come since, and at all times those whose mail got lost. */
async function tellEverybody(
  ctx: Context,
  { id, walked_until }: MaintenanceWindow,
  signal?: AbortSignal,
): Promise<void> {
  const { database, clock } = ctx;
  const begun = clock.now();
  const since = walked_until ? daysAfter(walked_until, -confirmedWithinDays) : undefined;
  let after: ArrivalPlace | undefined;
  let isWhole = true;
  for (let isMore = true; isMore && !signal?.aborted; isMore = after !== undefined) {
    const page = await tellSome(ctx, id, async () => {
      const untold = await listUntold(database, id, { since, after }, peopleAtOnce);
      after = untold.length < peopleAtOnce ? undefined : untold.at(-1);
      return untold.map((person) => person.id);
    });
    isWhole &&= page.isWhole;
  }
  let isMore = true;
  while (isMore && !signal?.aborted) {
    const lostBefore = daysAfter(clock.now(), -triedForDays);
    const page = await tellSome(ctx, id, () => listLost(database, id, lostBefore, peopleAtOnce));
    isMore = page.told === peopleAtOnce;
  }
  if (isWhole && !signal?.aborted) await keepWalk(database, id, begun);
}

interface Page {
  told: number;
  /** Nobody was left for the next round. */
  isWhole: boolean;
}

function tellSome(ctx: Context, window_id: string, list: () => Promise<string[]>): Promise<Page> {
  const { database, clock } = ctx;
  const now = clock.now();
  const lostBefore = daysAfter(now, -triedForDays);
  return database.transaction(async () => {
    if (!(await holdPlanned(database, window_id, now))) return { told: 0, isWhole: false };
    const untold = await list();
    const held = await holdPeople(database, untold);
    for (const user_id of await noteOrders(database, window_id, held, now, lostBefore)) {
      await orderMail(ctx, maintenancePlanned, { window_id, user_id });
    }
    return { told: held.length, isWhole: held.length === untold.length };
  });
}

/** Only those for whom a server took the notice; the others never hear of either. */
async function tellOfCallOff(ctx: Context, window_id: string, signal?: AbortSignal): Promise<void> {
  const { database, clock } = ctx;
  let isMore = true;
  while (isMore && !signal?.aborted) {
    isMore = await database.transaction(async () => {
      const told = await takeToldOfNothing(database, window_id, clock.now(), peopleAtOnce);
      for (const user_id of told) {
        await orderMail(ctx, maintenanceCalledOff, { window_id, user_id });
      }
      return told.length === peopleAtOnce;
    });
  }
}
