import type { Context } from '../../../../../context.ts';
import { deleteUnusedLinks } from '../../link-repository.ts';
import { type EventOrigin, recordSecurityEvent } from '../../security-event-repository.ts';
import { lostDeviceEnded } from '../emails/lost-device-mails.ts';
import { mailEveryAddress } from './mail-every-address.ts';
import { closeWait, type WaitOutcome } from './wait-repository.ts';

const events = {
  stopped: 'lost_device_stopped',
  factor_used: 'lost_device_ended',
  password_changed: 'lost_device_ended',
  removed: 'second_factor_removed',
} as const satisfies Record<WaitOutcome, string>;

/**
 * Ends the wait of an account under its lock, if there is one, and says so to every address. Its links
 * stop nothing any more.
 */
export async function endWait(
  ctx: Context,
  userId: string,
  outcome: WaitOutcome,
  origin: EventOrigin,
): Promise<boolean> {
  const { database, clock } = ctx;
  const now = clock.now();
  if (!(await closeWait(database, userId, outcome, now))) return false;
  await deleteUnusedLinks(database, userId, 'stop_lost_device');
  await recordSecurityEvent(database, userId, events[outcome], origin, now);
  const ids = { user_id: userId, outcome, at: now.toISOString() };
  await mailEveryAddress(ctx, userId, lostDeviceEnded, ids);
  return true;
}
