import { moscowDay } from '@zavet/contract/days';
import { retention } from '@zavet/contract/legal/service-terms';
import type { Removed } from '../../../../platform/database/removal.ts';
import { orderMail } from '../../../../platform/mail/order-mail.ts';
import { beforeEveryId } from '../../../../platform/new-id.ts';
import {
  accountEndedByAbsence,
  findAccount,
  findLastSeen,
  findSuspension,
  listAbsent,
  lockUsers,
  noteSeen,
  recordSecurityEvent,
  removeAccount,
  systemActor,
} from '../../../identity/account/index.ts';
import { appendAudit } from '../../../identity/audit/index.ts';
import { isHeldByProtocol, listOwnerAddresses } from '../../../protocol/index.ts';
import { ownerAbsent, ownerBack } from '../emails/contact-mails.ts';
import type { RetentionDeps } from '../retention-deps.ts';
import { runEachRecorded } from '../run-recorded.ts';
import {
  deleteWarnings,
  endTellings,
  insertTellings,
  insertWarning,
  isPlanBeingPaid,
  isPlanPaid,
  listWarned,
  listWarnings,
  orderedAgain,
} from './absence-repository.ts';
import { type AbsenceStep, absentBefore, nextAbsenceStep } from './absence-rules.ts';
import { orderWarning } from './order-warning.ts';

const ownersAtOnce = 100;

/**
 * Warns owners who have not been there for almost three years, and removes their accounts when the
 * warnings have had their time. One owner is one transaction. May run twice, and at once.
 */
export async function watchAbsentOwners(deps: RetentionDeps, signal?: AbortSignal): Promise<void> {
  const { log } = deps;
  await runEachRecorded(
    deps,
    'account',
    {
      find: everybodyToLookAt(deps),
      settle: ({ id }) => lookAt(deps, id),
      failed: ({ id }, error) =>
        log.error(
          { code: 'absence_not_settled', err: error, user_id: id },
          'an absent owner could not be looked after',
        ),
    },
    signal,
  );
}

interface Absent {
  id: string;
  seen_at: string;
}

/** First those who were warned: one who came back may not be among the absent any more. */
function everybodyToLookAt({ database, clock }: RetentionDeps) {
  const before = absentBefore(clock.now());
  let areWarned = true;
  return async (latest: readonly Absent[]): Promise<Absent[]> => {
    const last = latest.at(-1);
    if (areWarned) {
      const ids = await listWarned(database, last?.id ?? beforeEveryId, ownersAtOnce);
      if (ids.length > 0) return ids.map((id) => ({ id, seen_at: '' }));
      areWarned = false;
      return listAbsent(database, before, undefined, ownersAtOnce);
    }
    return listAbsent(database, before, last, ownersAtOnce);
  };
}

async function lookAt(deps: RetentionDeps, userId: string): Promise<Removed> {
  const { database, clock, account } = deps;
  const others = await account.contactEntries.ownersOf(userId);
  await lockUsers(database, [userId, ...others]);
  const now = clock.now();
  const seen_at = await findLastSeen(database, userId, now);
  if (!seen_at) return {};
  await noteSeen(database, userId, seen_at);
  const is_held =
    (await isHeldByProtocol(database, userId)) ||
    (await isPlanPaid(database, userId, moscowDay(now))) ||
    (await isPlanBeingPaid(database, userId)) ||
    // A suspended owner cannot sign in: that is no absence.
    (await findSuspension(database, userId)) !== undefined;
  const warnings = await listWarnings(database, userId);
  const step = nextAbsenceStep({ seen_at, is_held, warnings }, now);
  return takeStep(deps, userId, step, now);
}

async function takeStep(
  deps: RetentionDeps,
  user_id: string,
  step: AbsenceStep,
  now: Date,
): Promise<Removed> {
  const { database } = deps;
  switch (step.kind) {
    case 'wait':
      return {};
    case 'start_over':
      await deleteWarnings(database, user_id);
      for (const telling_id of await endTellings(database, user_id, now)) {
        await orderMail(deps, ownerBack, { telling_id });
      }
      return {};
    case 'warn': {
      const { number, removal_on } = step;
      const warning = await insertWarning(database, { user_id, number, removal_on }, now);
      await orderWarning(deps, warning);
      await recordSecurityEvent(database, user_id, 'absence_warned', systemActor, now);
      if (number === retention.inactivityWarnings) await tellContacts(deps, user_id, now);
      return { warnings: 1 };
    }
    case 'warn_again': {
      const lost = (await listWarnings(database, user_id)).at(-1);
      if (!lost) return {};
      await orderedAgain(database, lost.id, now);
      await orderWarning(deps, lost);
      return { warnings_repeated: 1 };
    }
    case 'remove':
      return remove(deps, user_id);
  }
}

async function tellContacts(deps: RetentionDeps, userId: string, now: Date): Promise<void> {
  const { database } = deps;
  const tellings = await insertTellings(database, userId);
  for (const telling_id of tellings) await orderMail(deps, ownerAbsent, { telling_id });
  if (tellings.length === 0) return;
  await recordSecurityEvent(database, userId, 'contacts_told_of_absence', systemActor, now);
}

/** The same that happens when an owner deletes the account. */
async function remove(deps: RetentionDeps, userId: string): Promise<Removed> {
  const { database, account, log } = deps;
  const found = await findAccount(database, { id: userId });
  if (!found) return {};
  const addresses = await listOwnerAddresses(database, userId);
  const others = addresses.filter(({ address }) => address !== 'first').map(({ email }) => email);
  await removeAccount(account, found, accountEndedByAbsence, others);
  await appendAudit(deps, {
    actor: { kind: 'system' },
    act: 'account_ended_by_absence',
    owner_id: userId,
    subject_id: userId,
  });
  log.info(
    { code: 'account_ended_by_absence', user_id: userId },
    'an account nobody came back to was removed',
  );
  return { accounts: 1 };
}
