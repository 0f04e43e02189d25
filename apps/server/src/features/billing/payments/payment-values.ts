export const paymentKinds = ['purchase', 'renewal', 'activation', 'gift'] as const;
export type PaymentKind = (typeof paymentKinds)[number];

export const providerNames = ['mock', 'yookassa'] as const;
export type ProviderName = (typeof providerNames)[number];
