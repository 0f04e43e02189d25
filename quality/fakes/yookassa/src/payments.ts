import { randomUUID } from 'node:crypto';
import { type Outcomes, partyOf } from './faults.ts';
import {
  type CancellationDetails,
  invalidRequest,
  kopecksOf,
  notFound,
  type PaymentEvent,
  type PaymentMethodObject,
  type PaymentObject,
  type PaymentStatus,
} from './protocol.ts';
import { listQuery, type PaymentRequest, parse } from './validation.ts';

export interface Payments {
  create(request: PaymentRequest): PaymentObject;
  find(id: string): Payment;
  view(id: string): PaymentObject;
  /** Newest first. */
  list(): Payment[];
  pay(id: string, last4?: string): PaymentObject;
  cancel(id: string, reason?: string): PaymentObject;
  /** Cancels expired payments, as every access does. */
  expireDue(): void;
  reset(): void;
}

export interface PaymentsSettings {
  clock: () => Date;
  isTest: boolean;
  paymentExpiryMs: number;
  payPage: (id: string) => string;
  outcomes: Outcomes;
  notify: (event: PaymentEvent, object: PaymentObject) => void;
}

interface FinalState extends Pick<Payment, 'method' | 'cancellation'> {
  status: Exclude<PaymentStatus, 'pending'>;
}

const testCard = '4477';

/** Stores payments and the payment methods saved with them. */
export function createPayments(settings: PaymentsSettings): Payments {
  const { clock, outcomes } = settings;
  const payments = new Map<string, Payment>();
  /** Last digits of cards, by method id. */
  const methods = new Map<string, string>();
  let count = 0;

  const object = (payment: Payment) => toObject(payment, settings);

  function find(id: string): Payment {
    expireDue();
    const payment = payments.get(id);
    if (!payment) throw notFound('Payment');
    return payment;
  }

  function end(payment: Payment, ending: FinalState): void {
    Object.assign(payment, ending);
    settings.notify(`payment.${ending.status}`, object(payment));
  }

  function charge(payment: Payment, method: NonNullable<Payment['method']>): void {
    const { capture, save_payment_method, payment_method_id } = payment.request;
    payment.isDecided = true;
    const declined = outcomes.takeDecline('charge', payment_method_id);
    outcomes.conclude(() => {
      if (declined) return end(payment, { status: 'canceled', method, cancellation: declined });
      const saved = method.saved || save_payment_method;
      if (saved) methods.set(method.id, method.last4);
      const status = capture ? 'succeeded' : 'waiting_for_capture';
      end(payment, { status, method: { ...method, saved } });
    });
  }

  function expireDue(): void {
    const created = clock().getTime() - settings.paymentExpiryMs;
    const reason = 'expired_on_confirmation';
    for (const payment of payments.values()) {
      if (payment.isDecided || payment.created_at.getTime() > created) continue;
      payment.isDecided = true;
      end(payment, { status: 'canceled', cancellation: { party: partyOf(reason), reason } });
    }
  }

  return {
    create: (request) => {
      const methodId = request.payment_method_id;
      const last4 = methodId === undefined ? undefined : methods.get(methodId);
      if (methodId !== undefined && last4 === undefined) {
        throw invalidRequest("This payment_method_id doesn't exist", 'payment_method_id');
      }
      count += 1;
      const payment: Payment = {
        id: randomUUID(),
        number: count,
        request,
        status: 'pending',
        isDecided: false,
        created_at: clock(),
        refunded_kopecks: 0,
      };
      payments.set(payment.id, payment);
      if (methodId && last4) charge(payment, { id: methodId, saved: true, last4 });
      return object(payment);
    },
    find,
    view: (id) => object(find(id)),
    list: () => {
      expireDue();
      return [...payments.values()].reverse();
    },
    pay: (id, last4 = testCard) => {
      const payment = find(id);
      // A saved method has the id of the payment it was saved with.
      if (!payment.isDecided) charge(payment, { id, saved: false, last4 });
      return object(payment);
    },
    cancel: (id, reason = 'general_decline') => {
      const payment = find(id);
      if (!payment.isDecided || payment.status === 'waiting_for_capture') {
        payment.isDecided = true;
        end(payment, { status: 'canceled', cancellation: { party: partyOf(reason), reason } });
      }
      return object(payment);
    },
    expireDue,
    reset: () => {
      payments.clear();
      methods.clear();
    },
  };
}

export interface Payment {
  id: string;
  /** Ascending number, so that lists can be paged while payments are added. */
  number: number;
  request: PaymentRequest;
  status: PaymentStatus;
  /** Paid, declined or cancelled, even if not visible yet. */
  isDecided: boolean;
  created_at: Date;
  method?: { id: string; saved: boolean; last4: string };
  cancellation?: CancellationDetails;
  /** Includes pending refunds. */
  refunded_kopecks: number;
}

interface ViewSettings {
  isTest: boolean;
  paymentExpiryMs: number;
  payPage: (id: string) => string;
}

/** The payment in the provider's format. */
export function toObject(payment: Payment, settings: ViewSettings): PaymentObject {
  const { id, status, request, method, cancellation } = payment;
  const { amount, metadata, confirmation } = request;
  const isPending = status === 'pending';
  const expiry = new Date(payment.created_at.getTime() + settings.paymentExpiryMs);
  return {
    id,
    status,
    paid: status === 'succeeded' || status === 'waiting_for_capture',
    test: settings.isTest,
    refundable: status === 'succeeded' && refundableKopecks(payment) > 0,
    amount: { ...amount },
    created_at: payment.created_at.toISOString(),
    ...(isPending && { expires_at: expiry.toISOString() }),
    ...(isPending &&
      confirmation && {
        confirmation: { ...confirmation, confirmation_url: settings.payPage(id) },
      }),
    ...(method && { payment_method: toMethodObject(method) }),
    receipt_registration: status === 'waiting_for_capture' ? 'pending' : status,
    ...(metadata && { metadata: { ...metadata } }),
    ...(cancellation && { cancellation_details: cancellation }),
  };
}

export function refundableKopecks({ request, refunded_kopecks }: Payment): number {
  return kopecksOf(request.amount) - refunded_kopecks;
}

function toMethodObject({ id, saved, last4 }: NonNullable<Payment['method']>): PaymentMethodObject {
  const card = {
    first6: '555555',
    last4,
    expiry_month: '12',
    expiry_year: '2040',
    card_type: 'MasterCard',
  };
  return { type: 'bank_card', id, saved, title: `Bank card *${last4}`, card };
}

export interface PaymentPage {
  type: 'list';
  items: PaymentObject[];
  next_cursor?: string;
}

/** One page of the list of payments, newest first. */
export function pageOf(payments: Payments, query: URLSearchParams): PaymentPage {
  const wanted = parse(listQuery, Object.fromEntries(query));
  const since = wanted['created_at.gte'];
  const below = wanted.cursor === undefined ? Number.POSITIVE_INFINITY : numberOf(wanted.cursor);
  const found = payments
    .list()
    .filter(({ number, created_at }) => number < below && (!since || created_at >= since));
  const page = found.slice(0, wanted.limit);
  const last = page.at(-1);
  return {
    type: 'list',
    items: page.map(({ id }) => payments.view(id)),
    ...(last && found.length > page.length && { next_cursor: cursorOf(last.number) }),
  };
}

function cursorOf(number: number): string {
  return Buffer.from(`payment:${number}`).toString('base64url');
}

function numberOf(cursor: string): number {
  const [, number] =
    Buffer.from(cursor, 'base64url')
      .toString()
      .match(/^payment:(\d+)$/) ?? [];
  if (number === undefined) throw invalidRequest('Unknown cursor', 'cursor');
  return Number(number);
}
