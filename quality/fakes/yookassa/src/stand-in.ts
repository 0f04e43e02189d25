import { createApi, createIdempotence, type RecordedRequest } from './api.ts';
import { createControl, createControlRoutes, type StandInControl } from './control.ts';
import { createFaults, createOutcomes } from './faults.ts';
import { type Incoming, type Reply, serveHttp } from './http-stand-in.ts';
import { createPayPage } from './pay-page.ts';
import { createPayments } from './payments.ts';
import type { Notification } from './protocol.ts';
import { createRefunds } from './refunds.ts';
import { createWebhooks } from './webhooks.ts';

export interface StandInOptions {
  /** 0: any free port. */
  port?: number;
  shopId?: string;
  secretKey?: string;
  webhookUrl?: string;
  isTest?: boolean;
  clock?: () => Date;
  paymentExpiryMs?: number;
}

export interface YookassaStandIn {
  /** The base of the API, /v3 included. */
  url: string;
  port: number;
  shopId: string;
  secretKey: string;
  control: StandInControl;
  stop(): Promise<void>;
}

const hourMs = 60 * 60 * 1000;

/** YooKassa on loopback: protocol, payment page and notifications. */
export async function startStandIn(options: StandInOptions = {}): Promise<YookassaStandIn> {
  const { shopId = '100500', secretKey = 'test_secret', clock = () => new Date() } = options;
  const outcomes = createOutcomes();
  const faults = createFaults();
  const idempotence = createIdempotence(clock);
  const webhooks = createWebhooks(options.webhookUrl);
  const seen: RecordedRequest[] = [];
  const notify = (event: Notification['event'], object: Notification['object']) =>
    webhooks.notify({ type: 'notification', event, object } as Notification);
  const payments = createPayments({
    clock,
    outcomes,
    notify,
    isTest: options.isTest ?? true,
    paymentExpiryMs: options.paymentExpiryMs ?? hourMs,
    payPage: (id) => `${origin}/pay/${id}`,
  });
  const refunds = createRefunds({ clock, payments, outcomes, notify });
  const access = { shopId, secretKey };
  const record = (request: RecordedRequest) => void seen.push(request);
  const control = createControl({
    payments,
    refunds,
    outcomes,
    faults,
    webhooks,
    idempotence,
    seen,
  });
  const areas: Record<string, (incoming: Incoming) => Promise<Reply> | Reply> = {
    v3: createApi({ payments, refunds, idempotence, faults, access, record }),
    pay: createPayPage(payments),
    control: createControlRoutes(control),
  };
  const server = await serveHttp(options.port ?? 0, (incoming) => {
    const area = areas[incoming.path.split('/')[1] ?? ''];
    return area?.(incoming) ?? { kind: 'text', status: 404, type: 'text/plain', text: '' };
  });
  const origin = `http://127.0.0.1:${server.port}`;
  return {
    url: `${origin}/v3`,
    port: server.port,
    ...access,
    control,
    stop: async () => {
      control.reset();
      await server.stop();
    },
  };
}
