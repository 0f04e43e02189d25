import { addYears, daysAfter } from '@zavet/contract/days';
import { retention } from '@zavet/contract/service-terms';
import { linkLifetimes } from '@zavet/contract/timings';
import { feature, jobOf } from '../../../feature.ts';
import { listConsents } from './consent-repository.ts';
import { accountDeletedMail } from './deletion-mails.ts';
import { emailChangeConfirm, emailChanged } from './email-change/email-change-mails.ts';
import { lostDeviceJob, processLostDeviceWaits } from './factors/lost-device.ts';
import { lostDevice } from './factors/lost-device-mail.ts';
import { recoverPassword } from './passwords/password-mails.ts';
import { getProfile } from './profile/profile.ts';
import {
  deleteExpiredChallenges,
  deleteExpiredLinks,
  deleteExpiredSessions,
  deleteExpiredSignIns,
  deleteOldAttempts,
  deleteOldEvents,
  deleteOldNotices,
  deleteOldRequests,
  deleteOldWaits,
  deleteUnconfirmedUsers,
  expireEmailChanges,
} from './retention-repository.ts';
import { accountRoutes, factorRoutes, profileRoutes, sessionRoutes } from './routes.ts';
import { listAllSecurityEvents } from './security-event-repository.ts';
import { accessChanged, securityNotice } from './security-mails.ts';
import { listLiveSessions } from './sessions/session-repository.ts';
import { accountRequestJob } from './sign-up/account-requests.ts';
import { processAccountRequest } from './sign-up/process-account-request.ts';
import { verifyEmailMail } from './sign-up/sign-up-mails.ts';

export {
  maskEmail,
  type NamedOwner,
  namedOwner,
  ownerInSentence,
  ownerInSubject,
} from './account-mail-parts.ts';
export {
  accountDeleted,
  accountDeleting,
  addressChanged,
  mustSignInToVeto,
  ownerAddresses,
  ownersWithContact,
} from './account-ports.ts';
export {
  findAccount,
  findAccountSummary,
  findAccountsByEmail,
  lockAvailableUsers,
  lockUser,
  lockUsers,
  type UserCursor,
} from './account-repository.ts';
export {
  accountRequests,
  consents,
  tombstones,
  userProfiles,
  users,
} from './account-tables.ts';
export { addConsents, listConsents } from './consent-repository.ts';
export { deletableFrom, removeAccount } from './delete-account.ts';
export { findLastSeen, listInactiveUsers, recordLastSeen } from './last-seen-repository.ts';
export { pins } from './passwords/passwords.ts';
export { correctBasicInfo } from './profile/profile.ts';
export {
  aliasPerson,
  findPeople,
  findPerson,
  findProfile,
  hasPin,
  type Person,
} from './profile/profile-repository.ts';
export { type EventOrigin, recordSecurityEvent, systemActor } from './security-event-repository.ts';
export { deleteAllSessions, listLiveSessions } from './sessions/session-repository.ts';
export { liftThrottles, listThrottles } from './sessions/throttling.ts';
export { resendConfirmation } from './sign-up/account-requests.ts';

export {
  clearSuspension,
  findSuspension,
  listSuspendedAccounts,
  markSuspended,
} from './suspension-repository.ts';

const accountMails = [
  verifyEmailMail,
  recoverPassword,
  securityNotice,
  accessChanged,
  lostDevice,
  emailChangeConfirm,
  emailChanged,
  accountDeletedMail,
];

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
      run: (ctx, { request_id }) => processAccountRequest(ctx, request_id),
    }),
    jobOf(lostDeviceJob, {
      purpose: 'reminds of and ends waits for a lost second factor',
      retry: 'quarter_hour',
      expireSeconds: 3_600,
      schedule: '*/10 * * * *',
      onTimeTravel: 'runs',
      run: (ctx, _, signal) => processLostDeviceWaits(ctx, signal),
    }),
  ],
  mails: accountMails,
  exports: {
    profile: getProfile,
    consents: ({ database }, userId) => listConsents(database, userId),
    sessions: ({ database, clock }, userId) => listLiveSessions(database, userId, clock.now()),
    security_events: ({ database }, userId) => listAllSecurityEvents(database, userId),
  },
  retention: {
    sessions: async ({ database }, now, limit) => ({
      sessions: await deleteExpiredSessions(database, now, limit),
      pending_sign_ins: await deleteExpiredSignIns(database, now, limit),
      used_challenges: await deleteExpiredChallenges(database, now, limit),
    }),
    security_events: async ({ database }, now, limit) => {
      const oldest = addYears(now, -retention.logsYears);
      return { security_events: await deleteOldEvents(database, oldest, now, limit) };
    },
    account_links: async ({ database }, now, limit) => {
      const expiredBefore = before(now, linkLifetimes.undoEmailChange);
      const requestedBefore = before(now, linkLifetimes.confirmEmailChange);
      return {
        account_links: await deleteExpiredLinks(database, expiredBefore, limit),
        expired_email_changes: await expireEmailChanges(database, requestedBefore, now, limit),
      };
    },
    account_requests: async ({ database }, now, limit) => {
      const requestedBefore = daysAfter(now, -retention.unconfirmedDays);
      return { account_requests: await deleteOldRequests(database, requestedBefore, limit) };
    },
    sign_in_attempts: async ({ database }, now, limit) => {
      const oldest = daysAfter(now, -retention.attemptsDays);
      return {
        sign_in_attempts: await deleteOldAttempts(database, oldest, limit),
        lost_device_waits: await deleteOldWaits(database, oldest, limit),
      };
    },
    deletion_notices: async ({ database }, now, limit) => {
      const deletedBefore = daysAfter(now, -retention.lastMailDays);
      return { deletion_notices: await deleteOldNotices(database, deletedBefore, limit) };
    },
    unconfirmed_accounts: async ({ database }, now, limit) => {
      const signedUpBefore = daysAfter(now, -retention.unconfirmedDays);
      return { users: await deleteUnconfirmedUsers(database, signedUpBefore, now, limit) };
    },
  },
});
