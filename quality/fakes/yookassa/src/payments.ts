import { randomUUID } from 'node:crypto';
import { invalid, missing } from './api-error.ts';
import type { PaymentEvent, PaymentObject, PaymentStatus } from './objects.ts';
import { type Outcomes, partyOf } from './outcomes.ts';
import { type Payment, toObject } from './payment-view.ts';
import type { PaymentRequest } from './validation.ts';

export interface Payments {
  create(request: PaymentRequest): PaymentObject;
  find(id: string): Payment;
  view(id: string): PaymentObject;
  /** Newest first. */
  list(): Payment[];
  pay(id: string, last4?: string): PaymentObject;
  cancel(id: string, reason?: string): PaymentObject;
  /** Cancels what nobody paid in time; also done whenever payments are looked at. */
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

interface Ending extends Pick<Payment, 'method' | 'cancellation'> {
  status: Exclude<PaymentStatus, 'pending'>;
}

const testCard = '4477';

/** The payments the provider knows, and the saved methods that came of them. */
export function createPayments(settings: PaymentsSettings): Payments {
  const { clock, outcomes } = settings;
  const payments = new Map<string, Payment>();
  /** The last digits of the cards, by the method's id. */
  const methods = new Map<string, string>();
  let count = 0;

  const object = (payment: Payment) => toObject(payment, settings);

  function find(id: string): Payment {
    expireDue();
    const payment = payments.get(id);
    if (!payment) throw missing('Payment');
    return payment;
  }

  function end(payment: Payment, ending: Ending): void {
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
        throw invalid("This payment_method_id doesn't exist", 'payment_method_id');
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
      // The provider names a saved method after the payment that it was saved with.
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
