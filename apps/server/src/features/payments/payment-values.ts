export const paymentKinds = ['purchase', 'renewal', 'activation'] as const;
export type PaymentKind = (typeof paymentKinds)[number];

export const providerNames = ['mock', 'yookassa'] as const;
export type ProviderName = (typeof providerNames)[number];

/** `superseded`: what it was paid for had changed meanwhile. `ownerless`: nobody is left. */
export const refundReasons = ['superseded', 'ownerless', 'outage'] as const;
export type RefundReason = (typeof refundReasons)[number];
