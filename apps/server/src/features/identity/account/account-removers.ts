import { addYears, daysAfter } from '@zavet/contract/days';
import type { SweptKind } from '@zavet/contract/legal/retention-table';
import { retention } from '@zavet/contract/legal/service-terms';
import { linkLifetimes } from '@zavet/contract/timings';
import type { Remover } from '../../../platform/database/removal.ts';
import {
  forgetBegunSignIns,
  forgetChallenges,
  forgetWaits,
} from './factors/forgotten-factors-repository.ts';
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

const before = (now: Date, ms: number) => new Date(now.getTime() - ms);

/** What accounts leave behind, and how each kind of it ends. */
export const accountRemovers = {
  sessions: async ({ database }, now, limit) => ({
    sessions: await forgetSessions(database, now, limit),
    begun_sign_ins: await forgetBegunSignIns(database, now, limit),
    spent_challenges: await forgetChallenges(database, now, limit),
  }),
  security_events: async ({ database }, now, limit) => ({
    security_events: await forgetEvents(database, addYears(now, -retention.logsYears), now, limit),
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
  account_requests: async ({ database }, now, limit) => ({
    account_requests: await forgetRequests(
      database,
      daysAfter(now, -retention.unconfirmedDays),
      limit,
    ),
  }),
  sign_in_attempts: async ({ database }, now, limit) => ({
    sign_in_attempts: await forgetAttempts(
      database,
      daysAfter(now, -retention.attemptsDays),
      limit,
    ),
    lost_device_waits: await forgetWaits(database, daysAfter(now, -retention.attemptsDays), limit),
  }),
  deletion_notices: async ({ database }, now, limit) => ({
    deletion_notices: await forgetDeletionNotices(
      database,
      daysAfter(now, -retention.lastMailDays),
      limit,
    ),
  }),
  unconfirmed_accounts: async ({ database }, now, limit) => ({
    users: await forgetUnconfirmed(
      database,
      daysAfter(now, -retention.unconfirmedDays),
      now,
      limit,
    ),
  }),
} as const satisfies Partial<Record<SweptKind, Remover>>;
