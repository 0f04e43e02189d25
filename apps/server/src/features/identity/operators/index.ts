/** Exports for other features: the operator as an actor, and the table of operators. */
export { operatorActor } from './desk.ts';
export { operators } from './operator-tables.ts';
