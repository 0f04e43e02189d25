import type { SeenRequest } from './api.ts';
import type { FaultOrder, Faults } from './faults.ts';
import type { Idempotence } from './idempotence.ts';
import type { PaymentObject, RefundObject } from './objects.ts';
import type { DeclineOrder, Outcomes } from './outcomes.ts';
import type { Payments } from './payments.ts';
import type { Refunds } from './refunds.ts';
import type { WebhookAttempt, WebhookMode, Webhooks } from './webhooks.ts';

/** What a test does behind the provider's back. */
export interface StandInControl {
  /** As the payer does on the page; nothing happens to a payment that has ended. */
  pay(id: string, last4?: string): PaymentObject;
  cancel(id: string, reason?: string): PaymentObject;
  decline(order?: DeclineOrder): void;
  /** Outcomes of charges and refunds stay pending until they are released. */
  holdOutcomes(): void;
  releaseOutcomes(): void;
  /** Cancels what has expired without waiting for somebody to look at it. */
  expireDue(): void;
  fault(order: FaultOrder): void;
  clearFaults(): void;
  setWebhooks(settings: { url?: string; mode?: WebhookMode }): void;
  releaseWebhooks(): Promise<void>;
  webhooksQuiet(): Promise<void>;
  /** Sends any body to the webhook address; resolves with the status of the answer. */
  forge(body: unknown): Promise<number>;
  /** Sends a notification about a payment that says something else about it. */
  forgePayment(id: string, changes?: object, event?: string): Promise<number>;
  payments(): PaymentObject[];
  refunds(): RefundObject[];
  /** How many charges succeeded, by the shop's own payment id. */
  charges(): Record<string, number>;
  requests(): SeenRequest[];
  webhooks(): WebhookAttempt[];
  /** Forgets everything but the address of the webhooks. */
  reset(): void;
}

export interface ControlDeps {
  payments: Payments;
  refunds: Refunds;
  outcomes: Outcomes;
  faults: Faults;
  webhooks: Webhooks;
  idempotence: Idempotence;
  seen: SeenRequest[];
}

export function createControl(deps: ControlDeps): StandInControl {
  const { payments, refunds, outcomes, faults, webhooks, idempotence, seen } = deps;
  const allPayments = () => payments.list().map(({ id }) => payments.view(id));
  return {
    pay: payments.pay,
    cancel: payments.cancel,
    decline: (order = {}) => outcomes.decline(order),
    holdOutcomes: outcomes.hold,
    releaseOutcomes: outcomes.release,
    expireDue: payments.expireDue,
    fault: faults.add,
    clearFaults: faults.clear,
    setWebhooks: webhooks.configure,
    releaseWebhooks: webhooks.release,
    webhooksQuiet: webhooks.whenQuiet,
    forge: webhooks.post,
    forgePayment: (id, changes = {}, event = 'payment.succeeded') =>
      webhooks.post({
        type: 'notification',
        event,
        object: { ...payments.view(id), status: 'succeeded', paid: true, ...changes },
      }),
    payments: allPayments,
    refunds: refunds.list,
    charges: () => chargesOf(allPayments()),
    requests: () => [...seen],
    webhooks: webhooks.attempts,
    reset: () => {
      webhooks.reset();
      for (const part of [payments, refunds, outcomes, idempotence]) part.reset();
      faults.clear();
      seen.length = 0;
    },
  };
}

function chargesOf(all: PaymentObject[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status, metadata } of all) {
    if (status !== 'succeeded') continue;
    const id = metadata?.payment_id ?? '';
    counts[id] = (counts[id] ?? 0) + 1;
  }
  return counts;
}
