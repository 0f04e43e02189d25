import { z } from 'zod';
import { ApiError, invalid, missing } from './api-error.ts';
import type { StandInControl } from './control.ts';
import { faultOrder } from './faults.ts';
import type { Incoming, Reply } from './http-stand-in.ts';
import { declineOrder } from './outcomes.ts';
import { parse } from './validation.ts';
import { webhookSettings } from './webhooks.ts';

const nothing = z.strictObject({});

/** The control for tests in another process: GET /control/<list>, POST /control/<command>. */
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
