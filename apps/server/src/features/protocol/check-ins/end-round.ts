import type { Context } from '../../../context.ts';
import { enqueueMail } from '../../../platform/mail/enqueue-mail.ts';
import { recordSecurityEvent, systemActor } from '../../identity/account/index.ts';
import { ownerWell } from './emails/silence-mails.ts';
import { closeRound, type Round } from './round-repository.ts';
import { listBegunTellings } from './telling-repository.ts';

interface Origin {
  address: string | null;
  user_agent: string | null;
}

/** A sign of life has come. Who was told that there was none hears of it. Under the owner's lock. */
export async function endRound(
  ctx: Context,
  { id, user_id }: Pick<Round, 'id' | 'user_id'>,
  endedBy: 'answered' | 'seen',
  origin: Origin,
  now: Date,
): Promise<void> {
  const { database } = ctx;
  if (!(await closeRound(database, id, endedBy, now))) return;
  await recordSecurityEvent(database, user_id, 'check_in_answered', origin, now);
  const tellings = await listBegunTellings(database, id);
  if (tellings.length === 0) return;
  for (const telling_id of tellings) await enqueueMail(ctx, ownerWell, { telling_id });
  await recordSecurityEvent(database, user_id, 'contacts_reassured', systemActor, now);
}
