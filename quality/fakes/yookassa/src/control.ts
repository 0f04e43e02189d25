import { z } from 'zod';
import type { Idempotence, RecordedRequest } from './api.ts';
import {
  type DeclineOrder,
  declineOrder,
  type FaultOrder,
  type Faults,
  faultOrder,
  type Outcomes,
} from './faults.ts';
import type { Incoming, Reply } from './http-stand-in.ts';
import type { Payments } from './payments.ts';
import { ApiError, invalid, missing, type PaymentObject, type RefundObject } from './protocol.ts';
import type { Refunds } from './refunds.ts';
import { parse } from './validation.ts';
import {
  type WebhookAttempt,
  type WebhookMode,
  type Webhooks,
  webhookSettings,
} from './webhooks.ts';

/** Commands of a test: payer, bank and network. */
export interface StandInControl {
  /** Like the payer on the page; ended payments stay unchanged. */
  pay(id: string, last4?: string): PaymentObject;
  cancel(id: string, reason?: string): PaymentObject;
  decline(order?: DeclineOrder): void;
  /** Outcomes of charges and refunds stay pending until they are released. */
  holdOutcomes(): void;
  releaseOutcomes(): void;
  /** Cancels expired payments now rather than on their next access. */
  expireDue(): void;
  fault(order: FaultOrder): void;
  clearFaults(): void;
  setWebhooks(settings: { url?: string; mode?: WebhookMode }): void;
  releaseWebhooks(): Promise<void>;
  webhooksQuiet(): Promise<void>;
  /** Sends any body to the webhook address and returns the response status. */
  forge(body: unknown): Promise<number>;
  /** Sends a notification with false facts about a payment. */
  forgePayment(id: string, changes?: object, event?: string): Promise<number>;
  payments(): PaymentObject[];
  refunds(): RefundObject[];
  /** Number of successful charges by the shop's own payment id. */
  charges(): Record<string, number>;
  requests(): RecordedRequest[];
  webhooks(): WebhookAttempt[];
  /** Clears everything but the webhook address. */
  reset(): void;
}

export interface ControlDeps {
  payments: Payments;
  refunds: Refunds;
  outcomes: Outcomes;
  faults: Faults;
  webhooks: Webhooks;
  idempotence: Idempotence;
  seen: RecordedRequest[];
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

const nothing = z.strictObject({});

/** The control over HTTP: GET /control/<list>, POST /control/<command>. */
export function createControlRoutes(
  control: StandInControl,
): (incoming: Incoming) => Promise<Reply> {
  const lists: Record<string, () => unknown> = {
    payments: control.payments,
    refunds: control.refunds,
    charges: control.charges,
    requests: control.requests,
    webhooks: control.webhooks,
  };
  const commands: Record<string, (body: unknown) => unknown> = {
    pay: command(z.strictObject({ id: z.string(), last4: z.string().optional() }), (body) =>
      control.pay(body.id, body.last4),
    ),
    cancel: command(z.strictObject({ id: z.string(), reason: z.string().optional() }), (body) =>
      control.cancel(body.id, body.reason),
    ),
    decline: command(declineOrder, control.decline),
    'hold-outcomes': command(nothing, control.holdOutcomes),
    'release-outcomes': command(nothing, control.releaseOutcomes),
    'expire-due': command(nothing, control.expireDue),
    fault: command(faultOrder, control.fault),
    'clear-faults': command(nothing, control.clearFaults),
    'set-webhooks': command(webhookSettings, ({ url, mode }) =>
      control.setWebhooks({ ...(url && { url }), ...(mode && { mode }) }),
    ),
    'release-webhooks': command(nothing, control.releaseWebhooks),
    'webhooks-quiet': command(nothing, control.webhooksQuiet),
    forge: command(z.unknown(), async (body) => ({ status: await control.forge(body) })),
    'forge-payment': command(
      z.strictObject({
        id: z.string(),
        changes: z.record(z.string(), z.unknown()).optional(),
        event: z.string().optional(),
      }),
      async ({ id, changes, event }) => ({
        status: await control.forgePayment(id, changes, event),
      }),
    ),
    reset: command(nothing, control.reset),
  };

  return async ({ method, path, text }) => {
    const name = path.split('/')[2] ?? '';
    try {
      const act = method === 'POST' ? commands[name] : lists[name];
      if (!act) throw missing('Command');
      return { kind: 'json', status: 200, body: (await act(bodyOf(text))) ?? {} };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return { kind: 'json', status: error.status, body: error.body() };
    }
  };
}

function command<S extends z.ZodType>(
  schema: S,
  run: (body: z.output<S>) => unknown,
): (body: unknown) => unknown {
  return (body) => run(parse(schema, body));
}

function bodyOf(text: string): unknown {
  if (text === '') return {};
  try {
    return JSON.parse(text);
  } catch {
    throw invalid('The body is not JSON');
  }
}
