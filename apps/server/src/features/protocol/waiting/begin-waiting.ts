import { releaseAt } from '@zavet/contract/protocol/release-rules';
import type { Context } from '../../../context.ts';
import { listInterruptionsAfter } from '../../../platform/downtime/interruption-repository.ts';
import { enqueueMail } from '../../../platform/mail/mailer.ts';
import { recordSecurityEvent, systemActor } from '../../identity/account/index.ts';
import { type Activation, moveActivation } from '../activation/activation-repository.ts';
import { nextActivationStatus } from '../activation/activation-status-rules.ts';
import { auditRelease } from '../activation/audit-release.ts';
import { mailOwnerWithStop } from '../emails/owner-mail.ts';
import { activationWaits, waitingBegun, waitingForOthers } from '../emails/waiting-mails.ts';
import { listOtherContacts } from './waiting-repository.ts';
import { releaseAfterInterruptions } from './waiting-rules.ts';

/**
 * It is paid for, and the owner's waiting time begins; in the transaction that ends the payment.
 * Everybody whom it concerns is told when letters leave.
 */
export async function beginWaiting(
  ctx: Context,
  activation: Activation,
  waitingHours: number,
  latest: Date,
): Promise<void> {
  const { database, jobs, log } = ctx;
  const { id, deceased_user_id: ownerId } = activation;
  const next = nextActivationStatus(activation.status, 'paid_to_wait');
  if (next !== 'waiting') throw new Error('A payment that ended before has ended again.');
  const known = await listInterruptionsAfter(database, latest);
  await moveActivation(database, activation, next, latest, {
    waiting_hours: waitingHours,
    waiting_since: latest,
    release_at: releaseAfterInterruptions(releaseAt(latest, waitingHours), known),
    warned_at: latest,
  });
  await recordSecurityEvent(database, ownerId, 'activation_waiting', systemActor, latest);
  await auditRelease(ctx, 'activation_waiting', activation, {
    actor: { kind: 'system' },
    facts: { waiting_hours: waitingHours },
  });
  await mailOwnerWithStop(ctx, ownerId, activationWaits, { activation_id: id, warning: 'first' });
  await enqueueMail({ jobs }, waitingBegun, { activation_id: id });
  for (const { id: contact_id } of await listOtherContacts(database, activation)) {
    await enqueueMail({ jobs }, waitingForOthers, { activation_id: id, contact_id });
  }
  log.info(
    { code: 'activation_waits', activation_id: id, waiting_hours: waitingHours },
    'an activation waits for the owner',
  );
}
