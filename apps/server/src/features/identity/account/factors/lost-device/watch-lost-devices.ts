import type { Context } from '../../../../../context.ts';
import { forEachDue } from '../../../../../platform/jobs/for-each-due.ts';
import { jobName } from '../../../../../platform/jobs/job.ts';
import { lockUser } from '../../account-repository.ts';
import { listUnusedLinks } from '../../link-repository.ts';
import { type EventOrigin, systemActor } from '../../security-event-repository.ts';
import { deleteAllSessions } from '../../session-repository.ts';
import { lostDeviceReminder } from '../emails/lost-device-mails.ts';
import { deleteAllFactors, settleSecondFactor } from '../factor-repository.ts';
import { deleteBegunSignIns } from '../second-step/begun-sign-in-repository.ts';
import { endWait } from './end-wait.ts';
import { dueStep } from './lost-device-rules.ts';
import { mailEveryAddressWithStop } from './mail-every-address.ts';
import { type DueWait, findOpenWait, listDueWaits, noteReminder } from './wait-repository.ts';

export const watchLostDevicesJob = jobName<object>('watch-lost-devices');

/** Recalls and ends what is due, an account at a time. May run twice. */
export async function watchLostDevices(ctx: Context, signal: AbortSignal): Promise<void> {
  await forEachDue<DueWait>({
    list: (after, limit) => listDueWaits(ctx.database, ctx.clock.now(), after, limit),
    handle: ({ user_id }) => followWait(ctx, user_id),
    failed: ({ user_id }, err) =>
      ctx.log.error(
        { code: 'lost_device_not_followed', user_id, err },
        'the waiting period after a lost device could not be processed',
      ),
    signal,
  });
}

async function followWait(ctx: Context, userId: string): Promise<void> {
  const { database, clock } = ctx;
  await database.transaction(async () => {
    await lockUser(database, userId);
    const wait = await findOpenWait(database, userId);
    if (!wait) return;
    const step = dueStep(wait, clock.now());
    if (step.kind === 'remind') {
      await noteReminder(database, wait.id, step);
      const ids = { user_id: userId };
      const asker = await reporterOf(ctx, userId);
      await mailEveryAddressWithStop(ctx, userId, lostDeviceReminder, ids, asker);
    }
    if (step.kind === 'end') await removeFactors(ctx, userId);
  });
}

/** Who reported the device lost, as the links of the first mails know it. */
async function reporterOf({ database }: Context, userId: string): Promise<EventOrigin> {
  const first = (await listUnusedLinks(database, userId, 'stop_lost_device')).at(-1);
  if (!first) return systemActor;
  return { address: first.asked_address, user_agent: first.asked_user_agent };
}

/** From now on the password alone signs in, and it has to be given anew everywhere. */
async function removeFactors(ctx: Context, userId: string): Promise<void> {
  const { database, clock } = ctx;
  await deleteAllFactors(database, userId);
  await settleSecondFactor(database, userId, clock.now());
  await deleteBegunSignIns(database, userId);
  await deleteAllSessions(database, userId);
  await endWait(ctx, userId, 'removed', systemActor);
}
