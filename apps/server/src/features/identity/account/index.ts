/** What other features may use of this one: people, their lock, their log and their consents. */
export type { AccountDeps, ContactEntries } from './account-deps.ts';
export { accountRemovers } from './account-removers.ts';
export { findAccount, lockUser, lockUsers } from './account-repository.ts';
export {
  accountRequests,
  consents,
  sessions,
  tombstones,
  userProfiles,
  users,
} from './account-tables.ts';
export { type ArrivalPlace, holdPeople } from './arrival-repository.ts';
export { addConsents, listConsents } from './consent-repository.ts';
export { correctBasicInfo } from './correct-basic-info.ts';
export { findAccountHead, findAccountsOf } from './desk-repository.ts';
export { accountEndedByAbsence } from './emails/absence-mail.ts';
export { maskEmail } from './emails/mask-email.ts';
export {
  type NamedOwner,
  namedOwner,
  ownerInSentence,
  ownerInSubject,
} from './emails/named-owner.ts';
export { findNoticed, forgetNotice } from './emails/security-mails.ts';
export { findLastSeen, listAbsent, noteSeen } from './last-seen-repository.ts';
export type { Pins } from './passwords.ts';
export { findPerson, type Person, personAs } from './person-repository.ts';
export { findProfile, hasPin } from './profile-repository.ts';
export { removeAccount } from './remove-account.ts';
export { resendConfirmation } from './resend-confirmation.ts';
export { type EventOrigin, recordSecurityEvent, systemActor } from './security-event-repository.ts';
export { deleteAllSessions, listLiveSessions } from './session-repository.ts';
export { liftSlowDowns, listSlowDowns } from './slow-downs.ts';
export { deletableFrom } from './suspension.ts';
export {
  clearSuspension,
  findSuspension,
  listSuspended,
  markSuspended,
} from './suspension-repository.ts';
