export const paymentKinds = ['purchase', 'renewal'] as const;
export type PaymentKind = (typeof paymentKinds)[number];

export const providerNames = ['mock', 'yookassa'] as const;
export type ProviderName = (typeof providerNames)[number];

/** `superseded`: it was paid for a plan that had changed meanwhile. `ownerless`: nobody is left. */
export const refundReasons = ['superseded', 'ownerless', 'outage'] as const;
export type RefundReason = (typeof refundReasons)[number];
