import type { Context } from '../../../../../context.ts';
import { fail } from '../../../../../platform/failure.ts';
import type { Caller, CookieReader } from '../../../../../platform/http/route.ts';
import { newId } from '../../../../../platform/new-id.ts';
import { lockUser } from '../../account-repository.ts';
import { recordSecurityEvent } from '../../security-event-repository.ts';
import { lostDeviceReported } from '../emails/lost-device-mails.ts';
import { readBegunSignIn } from '../second-step/begun-sign-in.ts';
import { findBegunSignIn } from '../second-step/begun-sign-in-repository.ts';
import { endOfWait, restUntil } from './lost-device-rules.ts';
import { mailEveryAddressWithStop } from './mail-every-address.ts';
import { findLastStop, findOpenWait, insertWait } from './wait-repository.ts';

/**
 * Somebody who knows the password has no factor at hand. After seven days, in which every address of
 * the owner is told and can stop it, the password alone will do. A second report changes nothing.
 */
export async function reportLostDevice(
  ctx: Context,
  caller: Caller,
  cookies: CookieReader,
): Promise<Date> {
  const { database, clock } = ctx;
  const { begun, device } = await readBegunSignIn(ctx, cookies);
  const { user_id: userId } = begun;
  return database.transaction(async () => {
    await lockUser(database, userId);
    const now = clock.now();
    // A new password ends what was begun with the one before.
    const isStillBegun = await findBegunSignIn(database, begun.id, device.digest, now);
    if (!isStillBegun) return fail('second_step_over');
    const open = await findOpenWait(database, userId);
    if (open) return open.ends_at;
    const rest = restUntil(await findLastStop(database, userId), now);
    if (rest) fail('lost_device_too_soon', { facts: { until: rest } });
    const wait = { id: newId(), user_id: userId, begun_at: now, ends_at: endOfWait(now) };
    await insertWait(database, wait);
    await recordSecurityEvent(database, userId, 'lost_device_reported', caller, now);
    const ids = { user_id: userId };
    await mailEveryAddressWithStop(ctx, userId, lostDeviceReported, ids, caller);
    return wait.ends_at;
  });
}
