import { z } from 'zod';
import type { Idempotence, RecordedRequest } from './api.ts';
import {
  type DeclineSettings,
  declineSettings,
  type FaultSettings,
  type Faults,
  faultSettings,
  type Outcomes,
} from './faults.ts';
import type { Incoming, Reply } from './http-stand-in.ts';
import type { Payments } from './payments.ts';
import {
  ApiError,
  invalidRequest,
  notFound,
  type PaymentObject,
  type RefundObject,
} from './protocol.ts';
import type { Refunds } from './refunds.ts';
import { parse } from './validation.ts';
import {
  type WebhookAttempt,
  type WebhookMode,
  type Webhooks,
  webhookSettings,
} from './webhooks.ts';

/** Commands with which tests simulate payer, bank and network. */
export interface StandInControl {
  /** Pays like the payer on the page; completed payments stay unchanged. */
  pay(id: string, last4?: string): PaymentObject;
  cancel(id: string, reason?: string): PaymentObject;
  decline(order?: DeclineSettings): void;
  /** Keeps charges and refunds pending until outcomes are released. */
  holdOutcomes(): void;
  releaseOutcomes(): void;
  /** Cancels expired payments immediately instead of on their next access. */
  expireDue(): void;
  fault(order: FaultSettings): void;
  clearFaults(): void;
  setWebhooks(settings: { url?: string; mode?: WebhookMode }): void;
  releaseWebhooks(): Promise<void>;
  waitForWebhooks(): Promise<void>;
  /** Sends any body to the webhook address and returns the response status. */
  forge(body: unknown): Promise<number>;
  /** Sends a forged notification about a payment. */
  forgePayment(id: string, changes?: object, event?: string): Promise<number>;
  payments(): PaymentObject[];
  refunds(): RefundObject[];
  /** Number of successful charges for each payment id of the shop. */
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
  recordedRequests: RecordedRequest[];
}

export function createControl(deps: ControlDeps): StandInControl {
  const { payments, refunds, outcomes, faults, webhooks, idempotence, recordedRequests } = deps;
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
    waitForWebhooks: webhooks.waitUntilIdle,
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
    requests: () => [...recordedRequests],
    webhooks: webhooks.attempts,
    reset: () => {
      webhooks.reset();
      for (const part of [payments, refunds, outcomes, idempotence]) part.reset();
      faults.clear();
      recordedRequests.length = 0;
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

const emptyBody = z.strictObject({});

/** Routes of the control: GET /control/<list>, POST /control/<command>. */
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
    pay: parseCommand(z.strictObject({ id: z.string(), last4: z.string().optional() }), (body) =>
      control.pay(body.id, body.last4),
    ),
    cancel: parseCommand(
      z.strictObject({ id: z.string(), reason: z.string().optional() }),
      (body) => control.cancel(body.id, body.reason),
    ),
    decline: parseCommand(declineSettings, control.decline),
    'hold-outcomes': parseCommand(emptyBody, control.holdOutcomes),
    'release-outcomes': parseCommand(emptyBody, control.releaseOutcomes),
    'expire-due': parseCommand(emptyBody, control.expireDue),
    fault: parseCommand(faultSettings, control.fault),
    'clear-faults': parseCommand(emptyBody, control.clearFaults),
    'set-webhooks': parseCommand(webhookSettings, ({ url, mode }) =>
      control.setWebhooks({ ...(url && { url }), ...(mode && { mode }) }),
    ),
    'release-webhooks': parseCommand(emptyBody, control.releaseWebhooks),
    'wait-for-webhooks': parseCommand(emptyBody, control.waitForWebhooks),
    forge: parseCommand(z.unknown(), async (body) => ({ status: await control.forge(body) })),
    'forge-payment': parseCommand(
      z.strictObject({
        id: z.string(),
        changes: z.record(z.string(), z.unknown()).optional(),
        event: z.string().optional(),
      }),
      async ({ id, changes, event }) => ({
        status: await control.forgePayment(id, changes, event),
      }),
    ),
    reset: parseCommand(emptyBody, control.reset),
  };

  return async ({ method, path, text }) => {
    const name = path.split('/')[2] ?? '';
    try {
      const act = method === 'POST' ? commands[name] : lists[name];
      if (!act) throw notFound('Command');
      return { kind: 'json', status: 200, body: (await act(bodyOf(text))) ?? {} };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return { kind: 'json', status: error.status, body: error.body() };
    }
  };
}

function parseCommand<S extends z.ZodType>(
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
    throw invalidRequest('The body is not JSON');
  }
}
