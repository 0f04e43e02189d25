/** What other features may use of this one: people, their lock, their log and their consents. */
export type { ContactEntries } from './account-deps.ts';
export { lockUser, lockUsers } from './account-repository.ts';
export { accountRequests, consents, tombstones, userProfiles, users } from './account-tables.ts';
export { addConsents, listConsents } from './consent-repository.ts';
export { maskEmail } from './emails/mask-email.ts';
export { findLastSeen } from './last-seen-repository.ts';
export type { Pins } from './passwords.ts';
export { findPerson, type Person, personAs } from './person-repository.ts';
export { requireProof } from './require-proof.ts';
export { type EventOrigin, recordSecurityEvent, systemActor } from './security-event-repository.ts';
