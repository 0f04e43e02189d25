import type { ActivationEnd, ActivationStatus } from '@zavet/contract/protocol/protocol-values';
import type { Context } from '../../../context.ts';
import { recordSecurityEvent, systemActor } from '../../identity/account/index.ts';
import { mailOwner } from '../emails/owner-mail.ts';
import { activationAttemptEnded } from '../emails/start-mails.ts';
import { type Activation, moveActivation } from './activation-repository.ts';
import { type ActivationEvent, nextActivationStatus } from './activation-status-rules.ts';

export type EndingEvent = Extract<
  ActivationEvent,
  | 'payment_canceled'
  | 'given_up'
  | 'left_open'
  | 'overtaken'
  | 'paid_too_late'
  | 'called_off'
  | 'doubt_upheld'
>;

/**
 * Ends an attempt that comes to nothing, in the transaction of its cause. The owner is notified once,
 * because an attempt ends only once; not of a competing activation, whose end would contradict the
 * mail about the one that won. A payment after the end is refunded without another mail to the owner.
 */
export async function endActivation(
  ctx: Context,
  activation: Activation,
  event: EndingEvent,
  reason: ActivationEnd,
): Promise<ActivationStatus | undefined> {
  const { database, clock, log } = ctx;
  const { id, status, deceased_user_id } = activation;
  const next = nextActivationStatus(status, event);
  if (!next) return undefined;
  const now = clock.now();
  if (status === 'payment_canceled') {
    await moveActivation(database, activation, next, now);
    return next;
  }
  await moveActivation(database, activation, next, now, { end_reason: reason });
  await recordSecurityEvent(
    database,
    deceased_user_id,
    'activation_attempt_ended',
    systemActor,
    now,
  );
  const isOvertaken = event === 'overtaken' || reason === 'another_was_faster';
  if (!isOvertaken) {
    await mailOwner(ctx, deceased_user_id, activationAttemptEnded, { activation_id: id });
  }
  log.info(
    { code: 'activation_ended', activation_id: id, status: next, reason },
    'an activation came to nothing',
  );
  return next;
}
