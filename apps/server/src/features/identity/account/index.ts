import { addYears, daysAfter } from '@zavet/contract/days';
import { retention } from '@zavet/contract/legal/service-terms';
import { linkLifetimes } from '@zavet/contract/timings';
import { feature, jobOf } from '../../../feature.ts';
import { accountRequestJob } from './account-requests.ts';
import { accountRoutes } from './account-routes.ts';
import { answerAccountRequest } from './answer-account-request.ts';
import { accountMails } from './emails/account-mails.ts';
import { factorRoutes } from './factors/factor-routes.ts';
import {
  forgetBegunSignIns,
  forgetChallenges,
  forgetWaits,
} from './factors/forgotten-factors-repository.ts';
import { watchLostDevices, watchLostDevicesJob } from './factors/lost-device/watch-lost-devices.ts';
import {
  expireEmailChanges,
  forgetAttempts,
  forgetDeletionNotices,
  forgetEvents,
  forgetLinks,
  forgetRequests,
  forgetSessions,
  forgetUnconfirmed,
} from './forgotten-repository.ts';
import { listOwnConsents, listOwnEvents } from './own-records-repository.ts';
import { getProfile } from './profile.ts';
import { listLiveSessions } from './session-repository.ts';
import { profileRoutes, sessionRoutes } from './session-routes.ts';

export {
  accountDeleted,
  accountLeaving,
  addressChanged,
  mustSignInToVeto,
  ownerAddresses,
  ownersNaming,
} from './account-ports.ts';
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
export { pins } from './passwords.ts';
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

const before = (now: Date, ms: number) => new Date(now.getTime() - ms);

export const accountFeature = feature({
  name: 'account',
  routes: (ctx) => [
    ...accountRoutes(ctx),
    ...sessionRoutes(ctx),
    ...factorRoutes(ctx),
    ...profileRoutes(ctx),
  ],
  jobs: [
    jobOf(accountRequestJob, {
      purpose: 'answers requests made without signing in, by mail',
      retry: 'seven_hours',
      expireSeconds: 60,
      run: (ctx, { request_id }) => answerAccountRequest(ctx, request_id),
    }),
    jobOf(watchLostDevicesJob, {
      purpose: 'reminds of and ends waits for a lost second factor',
      retry: 'quarter_hour',
      expireSeconds: 3_600,
      schedule: '*/10 * * * *',
      whenDaysPass: 'runs',
      run: (ctx, _, signal) => watchLostDevices(ctx, signal),
    }),
  ],
  mails: accountMails,
  exports: {
    profile: getProfile,
    consents: ({ database }, userId) => listOwnConsents(database, userId),
    sessions: ({ database, clock }, userId) => listLiveSessions(database, userId, clock.now()),
    security_events: ({ database }, userId) => listOwnEvents(database, userId),
  },
  retention: {
    sessions: async ({ database }, now, limit) => ({
      sessions: await forgetSessions(database, now, limit),
      begun_sign_ins: await forgetBegunSignIns(database, now, limit),
      spent_challenges: await forgetChallenges(database, now, limit),
    }),
    security_events: async ({ database }, now, limit) => ({
      security_events: await forgetEvents(
        database,
        addYears(now, -retention.logsYears),
        now,
        limit,
      ),
    }),
    account_links: async ({ database }, now, limit) => ({
      account_links: await forgetLinks(database, before(now, linkLifetimes.undoEmailChange), limit),
      expired_email_changes: await expireEmailChanges(
        database,
        before(now, linkLifetimes.confirmEmailChange),
        now,
        limit,
      ),
    }),
    account_requests: async ({ database }, now, limit) => {
      const asked = daysAfter(now, -retention.unconfirmedDays);
      return { account_requests: await forgetRequests(database, asked, limit) };
    },
    sign_in_attempts: async ({ database }, now, limit) => {
      const tried = daysAfter(now, -retention.attemptsDays);
      return {
        sign_in_attempts: await forgetAttempts(database, tried, limit),
        lost_device_waits: await forgetWaits(database, tried, limit),
      };
    },
    deletion_notices: async ({ database }, now, limit) => {
      const deleted = daysAfter(now, -retention.lastMailDays);
      return { deletion_notices: await forgetDeletionNotices(database, deleted, limit) };
    },
    unconfirmed_accounts: async ({ database }, now, limit) => {
      const signedUp = daysAfter(now, -retention.unconfirmedDays);
      return { users: await forgetUnconfirmed(database, signedUp, now, limit) };
    },
  },
});
