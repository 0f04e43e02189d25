import { moscowDay } from '@zavet/contract/days';
import { retention } from '@zavet/contract/legal/service-terms';
import type { Context } from '../../../context.ts';
import type { Removed } from '../../../platform/database/removal.ts';
import { forEachDue } from '../../../platform/jobs/for-each-due.ts';
import { enqueueMail } from '../../../platform/mail/enqueue-mail.ts';
import { sendMail } from '../../../platform/mail/send-mail.ts';
import { beforeEveryId } from '../../../platform/new-id.ts';
import {
  accountEndedByAbsence,
  findAccount,
  findLastSeen,
  findSuspension,
  listAbsent,
  lockUsers,
  noteSeen,
  ownersNaming,
  recordSecurityEvent,
  removeAccount,
  systemActor,
} from '../../identity/account/index.ts';
import { appendAudit } from '../../identity/audit/index.ts';
import { isHeldByProtocol, listOwnerAddresses } from '../../protocol/index.ts';
import { absenceWarning, ownerAbsent, ownerBack, type WarningIds } from './inactivity-mails.ts';
import {
  type AbsenceWarning,
  deleteWarnings,
  endTellings,
  insertTellings,
  insertWarning,
  isPlanBeingPaid,
  isPlanPaid,
  listUnsentWarnings,
  listWarned,
  listWarnings,
  orderedAgain,
} from './inactivity-repository.ts';
import { type AbsenceStep, absentBefore, nextAbsenceStep } from './inactivity-rules.ts';
import { recordRun } from './run-retention.ts';

/**
 * Warns owners who have not been there for almost three years, and removes their accounts when the
 * warnings have had their time. One owner is one transaction. May run twice, and at once.
 */
export async function watchAbsentOwners(ctx: Context, signal?: AbortSignal): Promise<void> {
  const { database, clock } = ctx;
  const before = absentBefore(clock.now());
  await recordRun(ctx, 'account', async (removeRecorded) => {
    const work = {
      handle: ({ id }: { id: string }) => removeRecorded(() => lookAt(ctx, id)),
      failed: ({ id }: { id: string }, err: unknown) =>
        ctx.log.error(
          { code: 'absence_not_settled', user_id: id, err },
          'an absent owner could not be looked after',
        ),
      signal,
    };
    // First those who were warned: one who came back may not be among the absent any more.
    await forEachDue<{ id: string }>({
      list: (after, limit) => listWarned(database, after?.id ?? beforeEveryId, limit),
      ...work,
    });
    await forEachDue<{ id: string; seen_at: string }>({
      list: (after, limit) => listAbsent(database, before, after, limit),
      ...work,
    });
  });
}

async function lookAt(ctx: Context, userId: string): Promise<Removed> {
  const { database, clock } = ctx;
  const others = await ownersNaming(ctx)(userId);
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
  return takeStep(ctx, userId, step, now);
}

async function takeStep(
  ctx: Context,
  user_id: string,
  step: AbsenceStep,
  now: Date,
): Promise<Removed> {
  const { database } = ctx;
  switch (step.kind) {
    case 'wait':
      return {};
    case 'start_over':
      await deleteWarnings(database, user_id);
      for (const telling_id of await endTellings(database, user_id, now)) {
        await enqueueMail(ctx, ownerBack, { telling_id });
      }
      return {};
    case 'warn': {
      const { number, removal_on } = step;
      const warning = await insertWarning(database, { user_id, number, removal_on }, now);
      await orderWarning(ctx, warning);
      await recordSecurityEvent(database, user_id, 'absence_warned', systemActor, now);
      if (number === retention.inactivityWarnings) await tellContacts(ctx, user_id, now);
      return { warnings: 1 };
    }
    case 'warn_again': {
      const lost = (await listWarnings(database, user_id)).at(-1);
      if (!lost) return {};
      await orderedAgain(database, lost.id, now);
      await orderWarning(ctx, lost);
      return { warnings_repeated: 1 };
    }
    case 'remove':
      return remove(ctx, user_id);
  }
}

async function tellContacts(ctx: Context, userId: string, now: Date): Promise<void> {
  const { database } = ctx;
  const tellings = await insertTellings(database, userId);
  for (const telling_id of tellings) await enqueueMail(ctx, ownerAbsent, { telling_id });
  if (tellings.length === 0) return;
  await recordSecurityEvent(database, userId, 'contacts_told_of_absence', systemActor, now);
}

/** The same that happens when an owner deletes the account. */
async function remove(ctx: Context, userId: string): Promise<Removed> {
  const { database, log } = ctx;
  const found = await findAccount(database, { id: userId });
  if (!found) return {};
  const addresses = await listOwnerAddresses(database, userId);
  const others = addresses.filter(({ address }) => address !== 'first').map(({ email }) => email);
  await removeAccount(ctx, found, accountEndedByAbsence, others);
  await appendAudit(ctx, {
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

/** Orders a warning to every address of its owner; another order has the same Message-IDs. */
async function orderWarning(ctx: Context, warning: AbsenceWarning): Promise<void> {
  for (const { mailId, ids } of await mailsOf(ctx, warning)) {
    await enqueueMail(ctx, absenceWarning, ids, { mailId });
  }
}

/** One mail for each address that the owner has now. */
async function mailsOf(
  { database }: Pick<Context, 'database'>,
  { id, second_mail_id, user_id }: AbsenceWarning,
): Promise<{ mailId: string; ids: WarningIds }[]> {
  const addresses = await listOwnerAddresses(database, user_id);
  return addresses.map(({ address }) => ({
    mailId: address === 'first' ? id : second_mail_id,
    ids: { warning_id: id, address },
  }));
}

/** Sends immediately what waits for its job, for days that pass faster than jobs run. */
export async function sendWaitingWarnings(ctx: Context): Promise<void> {
  for (const warning of await listUnsentWarnings(ctx.database)) {
    for (const { mailId, ids } of await mailsOf(ctx, warning)) {
      await sendMail(ctx.mailer, ctx, absenceWarning, { mail_id: mailId, ids });
    }
  }
}
