/** What other features may use of this one: the table that names contacts, and what it asks of them. */
export type { Assignments, OwnersProtocol } from './contact-deps.ts';
export { markActivated } from './contact-repository.ts';
export { contactInvitations, trustedContacts } from './contact-tables.ts';
export { issueLateInvitation } from './issue-invitation.ts';
