/**
 * The life of an activation. `requested`, `approved` and `rejected` belong to a review before the
 * payment; without one it begins with `payment_pending`. `refunded`: it was paid and could not take
 * effect any more.
 */
export const activationStatuses = [
  'requested',
  'approved',
  'rejected',
  'payment_pending',
  'payment_canceled',
  'activated',
  'delivering',
  'delivered',
  'partially_delivered',
  'refunded',
] as const;
export type ActivationStatus = (typeof activationStatuses)[number];

/** In effect: an owner has at most one such activation, while several may be being paid. */
export const effectiveActivationStatuses = [
  'activated',
  'delivering',
  'delivered',
  'partially_delivered',
] as const satisfies ActivationStatus[];

/** Whether an activation has taken effect; it then stays so. */
export function isActive(status: ActivationStatus): boolean {
  switch (status) {
    case 'activated':
    case 'delivering':
    case 'delivered':
    case 'partially_delivered':
      return true;
    case 'requested':
    case 'approved':
    case 'rejected':
    case 'payment_pending':
    case 'payment_canceled':
    case 'refunded':
      return false;
  }
}

/**
 * Why a try came to nothing. `canceled`: the payer or the bank said no. `lapsed`: nobody paid in time.
 * `given_up`: the payer took it back. `contact_removed`: the payer may not activate any more.
 */
export const activationEnds = [
  'canceled',
  'lapsed',
  'given_up',
  'contact_removed',
  'another_was_faster',
  'nothing_to_deliver',
] as const;
export type ActivationEnd = (typeof activationEnds)[number];

/** The one thing that is paid for, as `plan_id` of a payment and `product_id` of a request. */
export const activationProduct = 'protocol_activation';

/**
 * `queued`: the mail is on its way. `unreachable`: given up, until somebody corrects the address.
 * `withheld`: meant by the owner, for a contact who has not agreed yet; no mail is sent until then.
 */
export const deliveryStates = ['queued', 'accepted', 'unreachable', 'withheld'] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** Whether the mail server's last refusal allows for another try with hope. */
export const refusalKinds = ['temporary', 'permanent'] as const;

/**
 * Contacts for whom letters are kept because they had not agreed. `asked`: may still answer.
 * `no_answer`: the invitation has ended. `not_reached`: the mail server refused it.
 */
export const leftOutStates = ['asked', 'declined', 'no_answer', 'not_reached'] as const;
export type LeftOutState = (typeof leftOutStates)[number];

/** Why an instruction is still in the outbox after the activation. */
export const leftReasons = [
  'contacts_unconfirmed',
  'no_recipient',
  'written_after',
  'not_taken_yet',
  'unreachable',
] as const;
export type LeftReason = (typeof leftReasons)[number];
