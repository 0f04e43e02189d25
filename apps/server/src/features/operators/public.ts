/** Exports for other features: the operator as an actor, and the owners an operator may not act on. */
export { operatorActor } from './desk.ts';
export { findInvolvingOwners, refuseInvolvedOperator } from './involvement.ts';
export { listUninvolvedOperators } from './operator-repository.ts';
