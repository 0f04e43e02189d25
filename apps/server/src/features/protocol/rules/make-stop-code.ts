import type { OutputOf } from '@zavet/contract/endpoint';
import { writtenStopCode } from '@zavet/contract/protocol/release-rules';
import type { rulesEndpoints } from '@zavet/contract/protocol/settings-endpoints';
import type { Context } from '../../../context.ts';
import type { Caller, Owner } from '../../../platform/http/route.ts';
import { enqueueMail } from '../../../platform/mail/mailer.ts';
import { recordSecurityEvent } from '../../identity/account/index.ts';
import { stopCodeMade } from '../emails/settings-mails.ts';
import { newVetoCode, vetoCodeDigest } from '../stop/stop-codes.ts';
import { lockOwner } from './lock-owner.ts';
import { saveVetoCode } from './rules-repository.ts';

/** Makes the code on paper that stops the protocol. It is answered once; only its digest is kept. */
export function makeVetoCode(
  ctx: Context,
  owner: Owner,
  caller: Caller,
): Promise<OutputOf<typeof rulesEndpoints.makeStopCode>> {
  const { database, clock, serviceKey } = ctx;
  const { user_id } = owner;
  return database.transaction(async () => {
    await lockOwner(ctx, user_id);
    const code = newVetoCode();
    const now = clock.now();
    await saveVetoCode(database, user_id, vetoCodeDigest(serviceKey, code), now);
    await recordSecurityEvent(database, user_id, 'stop_code_made', caller, now);
    await enqueueMail(ctx, stopCodeMade, { user_id, at: now.toISOString() });
    return { code: writtenStopCode(code) };
  });
}
