import type { Context } from '../../../context.ts';
import { fail } from '../../../platform/failure.ts';
import type { Caller, Owner } from '../../../platform/http/route.ts';
import { enqueueMail } from '../../../platform/mail/mailer.ts';
import { lockUser, recordSecurityEvent } from '../../identity/account/index.ts';
import { markArmedAgain } from '../../people/contacts/index.ts';
import { openAgain } from '../../vault/instructions/index.ts';
import { findEffectiveActivation, lockActivation } from '../activation/activation-repository.ts';
import { nextActivationStatus } from '../activation/activation-status-rules.ts';
import { auditRelease } from '../activation/audit-release.ts';
import { mailOwner } from '../emails/owner-mail.ts';
import { protocolArmedAgain, protocolReadyAgain } from '../emails/rearming-mails.ts';
import { countDeliveries } from '../letters/delivery-repository.ts';
import { endApprovals } from '../stop/standing-repository.ts';
import { listConfirmedContacts, markPast } from './arming-repository.ts';
import { closeAllLinks, countRead, endSending } from './letters-repository.ts';
import { notifyRecipients } from './notify-recipients.ts';
import { listReached } from './recall-repository.ts';
import { recallLetters } from './take-back-letters.ts';

/**
 * An owner who lives ends what was started and keeps the protocol ready for another start: with the
 * same contacts, and the same instructions, which can be changed again. All of it or nothing.
 */
export function armAgain(ctx: Context, owner: Owner, caller: Caller): Promise<void> {
  const { database, clock, log } = ctx;
  const { user_id } = owner;
  return database.transaction(async () => {
    await lockUser(database, user_id);
    const effective = await findEffectiveActivation(database, user_id);
    const activation = effective && (await lockActivation(database, effective.id));
    if (!activation || nextActivationStatus(activation.status, 'armed_again') !== 'past') {
      return fail('protocol_not_active');
    }
    const { id } = activation;
    const now = clock.now();
    await markArmedAgain(database, user_id, now);
    await endApprovals(database, user_id, 'all');
    await openAgain(database, user_id);
    const reached = await listReached(database, id);
    const taken = await recallLetters(ctx, id);
    await endSending(database, id);
    // Behind a link stands the instruction as it is now, and from now on the owner changes it.
    await closeAllLinks(database, id, now);
    const progress = await countDeliveries(database, id);
    const opened = await countRead(database, id);
    // Once the handover has ended its letters are gone, and only their count is left.
    await markPast(database, activation, activation.past_letters ?? { progress, opened }, now);
    await recordSecurityEvent(database, user_id, 'protocol_armed_again', caller, now);
    const actor = { kind: 'owner', id: user_id } as const;
    await auditRelease(ctx, 'protocol_armed_again', activation, { actor });
    await mailOwner(ctx, user_id, protocolArmedAgain, {
      owner_id: user_id,
      at: now.toISOString(),
    });
    const contactIds = await listConfirmedContacts(database, user_id);
    for (const contact_id of contactIds) {
      await enqueueMail(ctx, protocolReadyAgain, { contact_id });
    }
    await notifyRecipients(ctx, user_id, reached, contactIds);
    log.info(
      { code: 'protocol_armed_again', activation_id: id, letters: taken.length },
      'an owner armed the protocol again',
    );
  });
}
