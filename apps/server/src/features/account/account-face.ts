/** What other features may use of this one: the table that their rows belong to. */
export { users } from './account-tables.ts';
