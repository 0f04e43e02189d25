import type { Context } from '../../../context.ts';
import { fail } from '../../../platform/failure.ts';
import type { Caller, Owner } from '../../../platform/http/route.ts';
import { lockUser, recordSecurityEvent } from '../../identity/account/index.ts';
import { markSent } from '../../vault/instructions/index.ts';
import { findEffectiveActivation, lockActivation } from '../activation/activation-repository.ts';
import { auditRelease } from '../activation/audit-release.ts';
import { mailOwner } from '../emails/owner-mail.ts';
import { lettersClosed } from '../emails/rearming-mails.ts';
import { findFullyAccepted } from '../letters/delivery-repository.ts';
import { followLetters } from '../letters/follow-up.ts';
import { closeLinksOfClosed } from './letters-repository.ts';
import { notifyRecipients } from './notify-recipients.ts';
import { listReached } from './recall-repository.ts';
import { recallLetters } from './take-back-letters.ts';

/**
 * An owner who lives takes back every letter that nobody has opened. Answers with how many. The
 * protocol stays started, and what was read was read.
 */
export function closeLetters(ctx: Context, owner: Owner, caller: Caller): Promise<number> {
  const { database, clock, log } = ctx;
  const { user_id } = owner;
  return database.transaction(async () => {
    await lockUser(database, user_id);
    const effective = await findEffectiveActivation(database, user_id);
    const activation = effective && (await lockActivation(database, effective.id));
    if (!activation) return fail('protocol_not_active');
    const now = clock.now();
    const reached = await listReached(database, activation.id);
    const taken = await recallLetters(ctx, activation.id);
    if (taken.length === 0) return 0;
    await notifyRecipients(ctx, user_id, reached);
    await closeLinksOfClosed(database, activation.id, now);
    // What the others of an instruction have got is all there is to be sent of it now.
    const touched = [...new Set(taken.map(({ instruction_id }) => instruction_id))];
    await markSent(database, await findFullyAccepted(database, activation.id, touched));
    await followLetters(ctx, activation);
    await recordSecurityEvent(database, user_id, 'letters_closed', caller, now);
    await auditRelease(ctx, 'letters_closed', activation, {
      actor: { kind: 'owner', id: user_id },
      facts: { letters: taken.length },
    });
    await mailOwner(ctx, user_id, lettersClosed, {
      owner_id: user_id,
      letters: taken.length,
      at: now.toISOString(),
    });
    log.info(
      { code: 'letters_closed', activation_id: activation.id, letters: taken.length },
      'an owner took back letters that nobody had opened',
    );
    return taken.length;
  });
}
