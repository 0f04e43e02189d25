/** Exports for other features: which owners an operator may not act on. */
export { findInvolvingOwners, refuseInvolvedOperator } from './involvement.ts';
export { listUninvolvedOperators } from './involvement-repository.ts';
