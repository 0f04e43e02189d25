import { recordSecurityEvent } from '../../account/account-face.ts';
import { markActivated } from '../../contacts/contacts-face.ts';
import type { Payment, PaymentEffects } from '../../payments/payments-face.ts';
import { queueDeliveries } from '../delivery/queue-deliveries.ts';
import { nobody } from '../nobody.ts';
import { findOwnerNames } from '../people-repository.ts';
import { orderProtocolMail } from '../protocol-mail.ts';
import type { ProtocolParts } from '../protocol-parts.ts';
import {
  type Activation,
  findActivationOfPayment,
  findStandingOf,
  hasSomethingToDeliver,
  lockActivation,
  moveActivation,
} from './activation-repository.ts';
import { type ActivationEvent, mayActivate, nextActivationStatus } from './activation-rules.ts';

/** What the payment of an activation does. All of it runs in the transaction that ends the payment. */
export function createActivationEffects(parts: ProtocolParts): PaymentEffects {
  const { database } = parts;
  return {
    othersTouched: async ({ id }) => {
      const activation = await findActivationOfPayment(database, id);
      return activation ? [activation.deceased_user_id] : [];
    },
    isWanted: async ({ id }) => {
      const activation = await findActivationOfPayment(database, id);
      return (
        activation?.status === 'payment_pending' &&
        mayActivate(await findStandingOf(database, activation))
      );
    },
    succeeded: (payment) => applyPayment(parts, payment),
    canceled: async (payment) => {
      const activation = await lockOfPayment(parts, payment);
      if (activation) await move(parts, activation, 'payment_canceled');
    },
    refunded: ({ id, user_id }, amount_kopecks) =>
      orderProtocolMail(parts.jobs, {
        kind: 'activation_refunded',
        payer_id: user_id,
        payment_id: id,
        amount_kopecks,
      }),
    ownerNames: (paymentIds) => findOwnerNames(database, paymentIds),
  };
}

/** False when there is nothing to activate any more, or not by whoever paid; the money goes back. */
async function applyPayment(parts: ProtocolParts, payment: Payment): Promise<boolean> {
  const activation = await lockOfPayment(parts, payment);
  // The owner deleted the account, and everything with it.
  if (!activation) return false;
  const isAllowed =
    mayActivate(await findStandingOf(parts.database, activation)) &&
    (await hasSomethingToDeliver(parts.database, activation.deceased_user_id));
  const next = await move(parts, activation, isAllowed ? 'paid' : 'paid_in_vain');
  if (next !== 'activated') return false;
  await activate(parts, { ...activation, status: next });
  return true;
}

async function activate(parts: ProtocolParts, activation: Activation): Promise<void> {
  const { database, clock, jobs, log } = parts;
  const { id, deceased_user_id: ownerId } = activation;
  const contacts = await markActivated(database, ownerId, clock.now());
  const queued = await queueDeliveries(parts, activation, contacts);
  await recordSecurityEvent(database, ownerId, 'protocol_activated', nobody, clock.now());
  await orderProtocolMail(jobs, { kind: 'protocol_activated', activation_id: id });
  await orderProtocolMail(jobs, { kind: 'activation_confirmed', activation_id: id });
  log.info({ activation_id: id, deliveries: queued }, 'protocol activated');
}

async function lockOfPayment(
  { database }: ProtocolParts,
  { id }: Payment,
): Promise<Activation | undefined> {
  const found = await findActivationOfPayment(database, id);
  return found && lockActivation(database, found.id);
}

async function move(
  { database, clock }: ProtocolParts,
  activation: Activation,
  event: ActivationEvent,
) {
  const next = nextActivationStatus(activation.status, event);
  if (next) await moveActivation(database, activation, next, clock.now());
  return next;
}
