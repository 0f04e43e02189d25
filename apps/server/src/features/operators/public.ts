/** What other features may use of this one: the operator as the one who acts. */
export { operatorActor } from './desk.ts';
