export { findInvolvingOwners, refuseInvolvedOperator } from './involvement.ts';
export { listUninvolvedOperators } from './involvement-repository.ts';
