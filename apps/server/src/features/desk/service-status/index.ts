/** What other features may use of this one: how its figures end. */
export { operationRemovers } from './operation-removers.ts';
