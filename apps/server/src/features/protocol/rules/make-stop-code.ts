import type { OutputOf } from '@zavet/contract/endpoint';
import type { rulesEndpoints } from '@zavet/contract/protocol/rules-endpoints';
import { writtenStopCode } from '@zavet/contract/protocol/stop-code';
import type { Context } from '../../../context.ts';
import type { Caller, Owner } from '../../../platform/http/route.ts';
import { enqueueMail } from '../../../platform/mail/enqueue-mail.ts';
import { recordSecurityEvent } from '../../identity/account/index.ts';
import { stopCodeMade } from '../emails/rules-mails.ts';
import { digestOfStopCode, newStopCode } from '../stop/stop-codes.ts';
import { lockOwner } from './lock-owner.ts';
import { saveStopCode } from './rules-repository.ts';

/** Makes the code on paper that stops the protocol. It is answered once; only its digest is kept. */
export function makeStopCode(
  ctx: Context,
  owner: Owner,
  caller: Caller,
): Promise<OutputOf<typeof rulesEndpoints.makeStopCode>> {
  const { database, clock, serviceKey } = ctx;
  const { user_id } = owner;
  return database.transaction(async () => {
    await lockOwner(ctx, user_id);
    const code = newStopCode();
    const now = clock.now();
    await saveStopCode(database, user_id, digestOfStopCode(serviceKey, code), now);
    await recordSecurityEvent(database, user_id, 'stop_code_made', caller, now);
    await enqueueMail(ctx, stopCodeMade, { user_id, at: now.toISOString() });
    return { code: writtenStopCode(code) };
  });
}
