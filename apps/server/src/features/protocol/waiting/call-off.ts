import type { ActivationEnd } from '@zavet/contract/protocol/protocol-values';
import type { Context } from '../../../context.ts';
import { enqueueMail } from '../../../platform/mail/mailer.ts';
import { orderRefund, type Payment } from '../../billing/payments/index.ts';
import type { Activation } from '../activation/activation-repository.ts';
import { refundReasonOf } from '../activation/activation-rules.ts';
import { endActivation } from '../activation/end-attempt.ts';
import { waitingEndedForOthers } from '../emails/waiting-mails.ts';
import { listOtherContacts } from './waiting-repository.ts';

/**
 * Ends an activation that waits without letters; the whole fee goes back. Accounts, payment and
 * activation must be locked, in this order.
 */
export async function cancelWaiting(
  ctx: Context,
  activation: Activation,
  payment: Payment | undefined,
  event: 'given_up' | 'called_off',
  reason: ActivationEnd,
): Promise<void> {
  const { database, jobs } = ctx;
  if (!(await endActivation(ctx, activation, event, reason))) return;
  if (payment) {
    const refundReason = refundReasonOf(reason) ?? 'given_up';
    await orderRefund(ctx, payment, payment.user_id ? refundReason : 'ownerless');
  }
  for (const { id: contact_id } of await listOtherContacts(database, activation)) {
    await enqueueMail({ jobs }, waitingEndedForOthers, {
      activation_id: activation.id,
      contact_id,
    });
  }
}
