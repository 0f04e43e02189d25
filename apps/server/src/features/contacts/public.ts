/** What other features may use of this one: the table that names contacts, and what it asks of them. */
export type { Assignments } from './contact-deps.ts';
export { markActivated, markArmedAgain } from './contact-repository.ts';
export { contactInvitations, trustedContacts } from './contact-tables.ts';
