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

/** Being paid, or in effect: an owner has at most one such activation. */
export const liveActivationStatuses = [
  'payment_pending',
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

/** The one thing that is paid for, as `plan_id` of a payment and `product_id` of a request. */
export const activationProduct = 'protocol_activation';

/** `queued`: the mail is on its way. `unreachable`: given up, until somebody mends the address. */
export const deliveryStates = ['queued', 'accepted', 'unreachable'] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** Whether the mail server's last refusal allows for another try with hope. */
export const refusalKinds = ['temporary', 'permanent'] as const;
