import type { Context } from '../../../context.ts';
import { lockUser, recordSecurityEvent, systemActor } from '../../identity/account/index.ts';
import { noteOwnerUnreached } from '../index.ts';
import { findCheckIn, markUnreached } from './round-repository.ts';

/**
 * A check-in mail did not arrive: its mail server refused it, or a far one reported it later. It is no
 * question without an answer then, and is asked again. After a sign of life it no longer matters.
 */
export function recordUnreached(
  { database, clock }: Pick<Context, 'database' | 'clock'>,
  checkInId: string,
  /** Whether the mail had gone to this address. */
  wentTo: (address: string) => boolean,
  status: string | null,
): Promise<void> {
  return database.transaction(async () => {
    const user_id = (await findCheckIn(database, { id: checkInId }))?.round.user_id;
    if (!user_id || !(await lockUser(database, user_id))) return;
    const found = await findCheckIn(database, { id: checkInId });
    if (!found || found.round.ended_at) return;
    const bounced = { wentTo, status };
    const isConcerned =
      (await noteOwnerUnreached({ database, clock }, user_id, { address: 'first' }, bounced)) ||
      (await noteOwnerUnreached({ database, clock }, user_id, { address: 'second' }, bounced));
    // A report about an address that is no longer the owner's.
    if (!isConcerned || !(await markUnreached(database, checkInId))) return;
    await recordSecurityEvent(database, user_id, 'check_in_unreached', systemActor, clock.now());
  });
}
