import type { ActivationEnd, ActivationStatus } from '@zavet/contract/protocol/protocol-values';
import { orderMail } from '../../../platform/mail/order-mail.ts';
import { recordSecurityEvent, systemActor } from '../../account/public.ts';
import { activationAttemptEnded } from '../emails/activation-mails.ts';
import type { ProtocolDeps } from '../protocol-deps.ts';
import { type Activation, moveActivation } from './activation-repository.ts';
import { type ActivationEvent, nextActivationStatus } from './activation-rules.ts';

export type EndingEvent = Extract<
  ActivationEvent,
  'payment_canceled' | 'given_up' | 'overtaken' | 'paid_too_late'
>;

/**
 * Ends a try that comes to nothing; in the transaction that is the reason for it. The owner, who
 * was told of its beginning, is told of its end: once, because a try is left unpaid only once. What
 * is paid after all goes back without a further word to the owner, and keeps its reason.
 */
export async function endAttempt(
  { database, clock, jobs, log }: ProtocolDeps,
  activation: Activation,
  event: EndingEvent,
  reason: ActivationEnd,
): Promise<ActivationStatus | undefined> {
  const { id, status, deceased_user_id } = activation;
  const next = nextActivationStatus(status, event);
  if (!next) return undefined;
  const now = clock.now();
  if (status !== 'payment_pending') {
    await moveActivation(database, activation, next, now);
    return next;
  }
  await moveActivation(database, activation, next, now, reason);
  await recordSecurityEvent(
    database,
    deceased_user_id,
    'activation_attempt_ended',
    systemActor,
    now,
  );
  await orderMail({ jobs }, activationAttemptEnded, { activation_id: id });
  log.info(
    { code: 'activation_ended', activation_id: id, status: next, reason },
    'an activation came to nothing',
  );
  return next;
}
