/** What other features may use of this one: the table that names contacts, and what it asks of them. */
export { bringInContacts } from './bring-in-contacts.ts';
export { openCardOf } from './card/open-card.ts';
export type { Assignments, ContactDeps, OwnersProtocol } from './contact-deps.ts';
export { contactRemovers } from './contact-removers.ts';
export { listOwnersNaming, markActivated, markArmedAgain } from './contact-repository.ts';
export { shownStatus } from './contact-rules.ts';
export { contactChecks, contactInvitations, trustedContacts } from './contact-tables.ts';
export { openPrivateText } from './contact-view.ts';
export { eraseContactOf } from './erase-contact.ts';
export { issueLateInvitation } from './issue-invitation.ts';
export { findNamedOwner } from './named-owner.ts';
export { confirmStillHere } from './yearly/confirm-still-here.ts';
export { countAsStillHere } from './yearly/count-as-still-here.ts';
