import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import type { Notification, PaymentObject } from '../src/protocol.ts';
import { startStandIn, type YookassaStandIn } from '../src/stand-in.ts';

/** A shop with a fake provider, a webhook server and a mock clock. */
export interface Shop {
  standIn: YookassaStandIn;
  notifications: Notification[];
  /** Statuses for the next notifications; 200 by default. */
  answers: number[];
  setNow(time: string): void;
  call<T = PaymentObject>(
    method: string,
    path: string,
    body?: object,
    key?: string,
  ): Promise<{ status: number; body: T }>;
  /** Creates and pays a payment with this idempotence key; returns its id. */
  createPaidPayment(key: string): Promise<string>;
  reset(): void;
  stop(): Promise<void>;
}

const startTime = '2026-05-01T09:00:00Z';

export async function openShop(): Promise<Shop> {
  let now = new Date(startTime);
  const notifications: Notification[] = [];
  const answers: number[] = [];
  const server = createServer(async (request, response) => {
    notifications.push((await json(request)) as Notification);
    response.writeHead(answers.shift() ?? 200).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const webhookUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/notifications`;
  const standIn = await startStandIn({ webhookUrl, clock: () => now });
  const credentials = Buffer.from(`${standIn.shopId}:${standIn.secretKey}`).toString('base64');

  const call: Shop['call'] = async <T>(
    method: string,
    path: string,
    body?: object,
    key?: string,
  ) => {
    const response = await fetch(`${standIn.url}${path}`, {
      method,
      headers: {
        authorization: `Basic ${credentials}`,
        ...(body && { 'content-type': 'application/json' }),
        ...(key && { 'idempotence-key': key }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as T };
  };

  return {
    standIn,
    notifications,
    answers,
    call,
    setNow: (time) => {
      now = new Date(time);
    },
    createPaidPayment: async (key) => {
      const { body } = await call('POST', '/payments', paymentBody(), key);
      return standIn.control.pay(body.id).id;
    },
    reset: () => {
      standIn.control.reset();
      notifications.length = 0;
      answers.length = 0;
      now = new Date(startTime);
    },
    stop: async () => {
      await standIn.stop();
      server.close();
      server.closeAllConnections();
    },
  };
}

export function paymentBody(changes: object = {}) {
  const amount = { value: '149.00', currency: 'RUB' };
  const item = {
    description: 'Storage',
    quantity: '1.00',
    amount,
    vat_code: 1,
    payment_mode: 'full_payment',
    payment_subject: 'service',
  };
  return {
    amount,
    capture: true,
    description: 'Storage <300>',
    metadata: { payment_id: 'p1' },
    receipt: { customer: { email: 'owner@example.org' }, items: [item] },
    confirmation: { type: 'redirect', return_url: 'http://localhost:3000/yookassa-return' },
    save_payment_method: true,
    ...changes,
  };
}
