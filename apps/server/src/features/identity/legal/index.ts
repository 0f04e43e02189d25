/** Exports for other features: the prices that apply to a person, and the names of plans. */
export { megabytes, planName, productName } from './plan-words.ts';
export { type PriceDeps, pricesFor } from './prices-for.ts';
