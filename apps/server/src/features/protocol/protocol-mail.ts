import type { RefundReason } from '@zavet/contract/payments/payment-outcomes';
import { jobName } from '../../platform/jobs/job.ts';
import type { JobQueue } from '../../platform/jobs/job-queue.ts';
import { newId } from '../../platform/new-id.ts';

/** A mail about a protocol, by ids: who gets it and what it says is looked up when it is written. */
export type ProtocolMailOrder =
  | {
      kind:
        | 'activation_payment_started'
        | 'activation_attempt_ended'
        | 'protocol_activated'
        | 'activation_confirmed'
        | 'recipients_unreached'
        | 'delivery_address_corrected';
      activation_id: string;
    }
  | {
      kind: 'activation_refunded';
      payer_id: string;
      payment_id: string;
      amount_kopecks: number;
      reason: RefundReason;
    }
  | { kind: 'activation_pin_locked'; contact_id: string }
  | { kind: 'delivery_expires_soon'; link_id: string };

export const protocolMailJob = jobName<ProtocolMailOrder & { mail_id: string }>('protocol-mail');

/** Orders a mail, in the transaction that is the reason for it. */
export function orderProtocolMail(
  jobs: Pick<JobQueue, 'enqueue'>,
  order: ProtocolMailOrder,
): Promise<void> {
  return jobs.enqueue(protocolMailJob, { ...order, mail_id: newId() });
}
