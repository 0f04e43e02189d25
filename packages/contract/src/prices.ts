/** What things cost, in rubles, VAT included. */
export const pricesRubles = { protocolActivation: 7000 } as const;
