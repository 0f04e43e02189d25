import { findPerson, lockUser, recordSecurityEvent, systemActor } from '../account/public.ts';
import { noteUnreached } from '../bounces/public.ts';
import type { PresenceDeps } from './presence-deps.ts';
import { findCheckIn, markUnreached } from './round-repository.ts';

/**
 * A check-in mail did not arrive: its mail server refused it, or a far one reported it later. It is no
 * question without an answer then, and is asked again. After a sign of life it no longer matters.
 */
export function recordUnreached(
  { database, clock }: Pick<PresenceDeps, 'database' | 'clock'>,
  checkInId: string,
  /** Whether the mail had gone to this address. */
  wentTo: (address: string) => boolean,
  status: string | null,
): Promise<void> {
  return database.transaction(async () => {
    const user_id = (await findCheckIn(database, { id: checkInId }))?.round.user_id;
    if (!user_id || !(await lockUser(database, user_id))) return;
    const found = await findCheckIn(database, { id: checkInId });
    const owner = await findPerson(database, user_id);
    if (!found || found.round.ended_at || !owner || !wentTo(owner.email)) return;
    if (!(await markUnreached(database, checkInId))) return;
    const now = clock.now();
    await recordSecurityEvent(database, user_id, 'check_in_unreached', systemActor, now);
    const { email } = owner;
    await noteUnreached(database, { user_id, address: 'first', email, status, last_at: now });
  });
}
