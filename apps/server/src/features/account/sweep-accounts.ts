import { linkLifetimes } from '@zavet/contract/timings';
import type { AccountDeps } from './account-deps.ts';
import { deleteUnconfirmedBefore } from './account-repository.ts';
import { deleteRequestsBefore } from './account-request-repository.ts';
import { deleteNoticesBefore } from './deletion-notice-repository.ts';
import { expireEmailChanges } from './email-change-repository.ts';
import { deleteLinksExpiredBefore } from './link-repository.ts';
import { deleteEventsBefore } from './security-event-repository.ts';
import { deleteExpiredSessions } from './session-repository.ts';
import { deleteAttemptsBefore } from './sign-in-attempt-repository.ts';

const day = 24 * 3_600 * 1_000;
const unconfirmedKeptMs = 30 * day;
const eventsKeptMs = 365 * day;
/** Longer than the mail is tried. */
const noticesKeptMs = 7 * day;

/** Removes what has run out: sessions, links, counts, old events, sign-ups nobody confirmed. */
export async function sweepAccounts({
  database,
  clock,
}: Pick<AccountDeps, 'database' | 'clock'>): Promise<void> {
  const now = clock.now();
  const before = (ms: number) => new Date(now.getTime() - ms);
  await deleteExpiredSessions(database, now);
  await deleteLinksExpiredBefore(database, before(linkLifetimes.undoEmailChange));
  await expireEmailChanges(database, before(linkLifetimes.confirmEmailChange), now);
  await deleteAttemptsBefore(database, before(day));
  await deleteEventsBefore(database, before(eventsKeptMs));
  await deleteRequestsBefore(database, before(unconfirmedKeptMs));
  await deleteNoticesBefore(database, before(noticesKeptMs));
  await deleteUnconfirmedBefore(database, before(unconfirmedKeptMs), now);
}
