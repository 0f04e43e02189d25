/** What other features may use of this one: how its requests end. */
export { supportRemovers } from './support-removers.ts';
