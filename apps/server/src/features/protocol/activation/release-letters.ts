import type { Context } from '../../../context.ts';
import { enqueueMail } from '../../../platform/mail/mailer.ts';
import { recordSecurityEvent, systemActor } from '../../identity/account/index.ts';
import { markContactsActivated } from '../../people/contacts/index.ts';
import { mailOwner } from '../emails/owner-mail.ts';
import { activationProgress } from '../emails/progress-mails.ts';
import { protocolActivated } from '../emails/release-mails.ts';
import { enqueueLetters } from '../letters/enqueue-letters.ts';
import { inviteLateContacts } from '../letters/late-contacts.ts';
import { auditRelease } from './activation-notices.ts';
import { type Activation, moveActivation } from './activation-repository.ts';
import { nextActivationStatus } from './activation-rules.ts';

/**
 * Releases an owner's letters: immediately after the payment, or after the waiting period. Owner
 * and activation must be locked. All changes commit together with the job that sends the letters.
 */
export async function releaseLetters(
  ctx: Context,
  activation: Activation,
  event: 'paid' | 'waited',
  now: Date,
): Promise<void> {
  const { database, log } = ctx;
  const { id, deceased_user_id: ownerId } = activation;
  const next = nextActivationStatus(activation.status, event);
  if (next !== 'activated') {
    throw new Error(`An activation in the state ${activation.status} cannot be released.`);
  }
  await moveActivation(database, activation, next, now);
  await markContactsActivated(database, ownerId, now);
  const letters = await enqueueLetters(ctx, activation);
  await inviteLateContacts(ctx, activation);
  await recordSecurityEvent(database, ownerId, 'protocol_activated', systemActor, now);
  await auditRelease(ctx, 'protocol_activated', activation, {
    actor: { kind: 'system' },
    facts: { letters },
  });
  await mailOwner(ctx, ownerId, protocolActivated, { activation_id: id });
  await enqueueMail(ctx, activationProgress, { activation_id: id, step: 'activated' });
  log.info(
    { code: 'protocol_activated', activation_id: id, deliveries: letters },
    'protocol activated',
  );
}
