import { createApi, createIdempotence, type RecordedRequest } from './api.ts';
import { createControl, createControlRoutes, type StandInControl } from './control.ts';
import { createFaults, createOutcomes } from './faults.ts';
import { type Incoming, type Reply, serveHttp } from './http-stand-in.ts';
import { createPayments, type Payment, type Payments } from './payments.ts';
import { ApiError, type Notification } from './protocol.ts';
import { createRefunds } from './refunds.ts';
import { createWebhooks } from './webhooks.ts';

export interface StandInOptions {
  /** Port of the API; 0 selects any free port. */
  port?: number;
  shopId?: string;
  secretKey?: string;
  webhookUrl?: string;
  isTest?: boolean;
  clock?: () => Date;
  paymentExpiryMs?: number;
}

export interface YookassaStandIn {
  /** Base URL of the API, including /v3. */
  url: string;
  port: number;
  shopId: string;
  secretKey: string;
  control: StandInControl;
  stop(): Promise<void>;
}

const hourMs = 60 * 60 * 1000;

/** Starts a fake YooKassa on loopback, with payment page and notifications. */
export async function startStandIn(options: StandInOptions = {}): Promise<YookassaStandIn> {
  const { shopId = '100500', secretKey = 'test_secret', clock = () => new Date() } = options;
  const outcomes = createOutcomes();
  const faults = createFaults();
  const idempotence = createIdempotence(clock);
  const webhooks = createWebhooks(options.webhookUrl);
  const recordedRequests: RecordedRequest[] = [];
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
  const record = (request: RecordedRequest) => void recordedRequests.push(request);
  const control = createControl({
    payments,
    refunds,
    outcomes,
    faults,
    webhooks,
    idempotence,
    recordedRequests,
  });
  const handlers: Record<string, (incoming: Incoming) => Promise<Reply> | Reply> = {
    v3: createApi({ payments, refunds, idempotence, faults, access, record }),
    pay: createPayPage(payments),
    control: createControlRoutes(control),
  };
  const server = await serveHttp(options.port ?? 0, (incoming) => {
    const handler = handlers[incoming.path.split('/')[1] ?? ''];
    return handler?.(incoming) ?? { kind: 'text', status: 404, type: 'text/plain', text: '' };
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

/** The payment page (`confirmation_url`): pays or cancels, then redirects to the shop. */
function createPayPage(payments: Payments): (incoming: Incoming) => Reply {
  return ({ method, path, text }) => {
    const id = path.split('/')[2] ?? '';
    const payment = findPayment(payments, id);
    const returnUrl = payment?.request.confirmation?.return_url;
    if (!payment || !returnUrl) return page(404, 'Платёж не найден', '');
    if (method !== 'POST') return page(200, 'Оплата', pageContent(payment, returnUrl));
    const action = new URLSearchParams(text).get('action');
    if (action === 'pay') payments.pay(id);
    else if (action === 'cancel') payments.cancel(id);
    else return page(400, 'Неизвестное действие', '');
    return { kind: 'redirect', location: returnUrl };
  };
}

function findPayment(payments: Payments, id: string): Payment | undefined {
  try {
    return payments.find(id);
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}

function pageContent({ id, request, isDecided }: Payment, returnUrl: string): string {
  const amount = `${request.amount.value.replace('.', ',')} ₽`;
  const order = `<p>${escapeHtml(request.description ?? '')}</p><p><strong>${amount}</strong></p>`;
  const back = `<p><a href="${escapeHtml(returnUrl)}">Вернуться в магазин</a></p>`;
  if (isDecided) return `${order}<p>Этот платёж уже завершён.</p>${back}`;
  const card = '<p>Тестовая карта 5555 5555 5555 4477, деньги не списываются.</p>';
  const button = (action: string, name: string) =>
    `<form method="post" action="/pay/${id}"><input type="hidden" name="action" value="${action}"><button>${name}</button></form>`;
  return `${order}${card}${button('pay', 'Оплатить')}${button('cancel', 'Отменить')}`;
}

function page(status: number, title: string, content: string): Reply {
  const text = `<!doctype html>
<html lang="ru">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title></head>
<body><main><h1>${title}</h1>${content}</main></body>
</html>
`;
  return { kind: 'text', status, type: 'text/html; charset=utf-8', text };
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => entities[character] ?? character);
}
