import type { PresenceView } from '@zavet/contract/presence/presence-endpoints';
import type { PresenceFrequency } from '@zavet/contract/presence/presence-values';
import type { Context } from '../../../context.ts';
import type { Caller, Owner } from '../../../platform/http/route.ts';
import { lockUser, recordSecurityEvent } from '../../identity/account/index.ts';
import { endRound } from './end-round.ts';
import { findCheck, setFrequency } from './presence-repository.ts';
import { readPresence } from './read-presence.ts';
import { findOpenRound } from './round-repository.ts';

/** The owner chooses how often to be asked. Choosing is a sign of life: an open round ends. */
export function setPresence(
  ctx: Context,
  { user_id }: Pick<Owner, 'user_id'>,
  frequency: PresenceFrequency,
  caller: Caller,
): Promise<PresenceView> {
  const { database, clock } = ctx;
  return database.transaction(async () => {
    await lockUser(database, user_id);
    const now = clock.now();
    const former = await findCheck(database, user_id);
    const round = await findOpenRound(database, user_id);
    if (round) await endRound(ctx, round, 'seen', caller, now);
    await setFrequency(database, user_id, frequency, now, now);
    if (frequency !== (former?.frequency ?? 'disabled')) {
      await recordSecurityEvent(database, user_id, 'presence_changed', caller, now);
    }
    return readPresence(ctx, user_id);
  });
}
