/** What other features may use of this one: the prices that hold for a person. */

export { type PriceDeps, pricesFor } from './prices-for.ts';
