/** What other features may use of this one: whether a protocol has been activated. */
export { activationRequests } from './protocol-tables.ts';
