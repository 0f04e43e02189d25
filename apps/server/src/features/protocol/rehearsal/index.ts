/** What other features may use of this one: the tables, for how ready an owner is. */
export { rehearsalParts, rehearsals } from './rehearsal-tables.ts';
