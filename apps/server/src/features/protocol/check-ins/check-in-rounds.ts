import type { CheckInView } from '@zavet/contract/protocol/check-in-endpoints';
import { linkLifetimes } from '@zavet/contract/timings';
import type { Context } from '../../../context.ts';
import { fail } from '../../../platform/failure.ts';
import type { Caller } from '../../../platform/http/route.ts';
import { forEachDue } from '../../../platform/jobs/for-each-due.ts';
import { mailedLink } from '../../../platform/mail/mailed-link.ts';
import { enqueueMail, sendMail } from '../../../platform/mail/mailer.ts';
import {
  type EventOrigin,
  findPerson,
  lockUser,
  maskEmail,
  recordSecurityEvent,
  systemActor,
} from '../../identity/account/index.ts';
import { clearUnreachedAddress } from '../../mail/bounces/index.ts';
import { checkInAddress, checkInMail } from './check-in-mails.ts';
import {
  areCheckInsPaused,
  type DueOwner,
  findCheckInSettings,
  findLastActivity,
  listConfirmedContactIds,
  listDueOwners,
  scheduleNextCheck,
} from './check-in-repository.ts';
import { type CheckInStep, nextCheckAt, nextStep } from './check-in-rules.ts';
import { ownerSilentMail } from './missed-check-in-mails.ts';
import {
  closeRound,
  findCheckIn,
  findOpenRound,
  insertCheckIn,
  insertContactNotices,
  insertRound,
  listStartedContactNotices,
  listUnsentCheckIns,
  markContactsNotified,
  type Round,
  recordRequeued,
  repeatCheckIn,
} from './round-repository.ts';

/**
 * Job: takes the due step of every owner with check-ins. Safe to run repeatedly and concurrently.
 */
export async function runCheckIns(ctx: Context, signal?: AbortSignal): Promise<void> {
  const now = ctx.clock.now();
  await forEachDue<DueOwner>({
    list: (after, limit) => listDueOwners(ctx.database, now, after, limit),
    handle: ({ user_id }) => checkOwner(ctx, user_id),
    failed: ({ user_id }, err) =>
      ctx.log.error({ code: 'check_in_failed', user_id, err }, 'check-in of an owner failed'),
    signal,
  });
}

/**
 * Takes the due step of one owner: state, security event and mail jobs commit in one transaction.
 */
function checkOwner(ctx: Context, userId: string): Promise<void> {
  const { database, clock } = ctx;
  return database.transaction(async () => {
    if (!(await lockUser(database, userId))) return;
    const now = clock.now();
    const settings = await findCheckInSettings(database, userId);
    // Another worker has already checked this owner, or the owner has changed the setting.
    if (!settings || settings.next_check_at > now) return;
    const { frequency } = settings;
    const seenAt = await findLastActivity(database, settings, now);
    const round = await findOpenRound(database, userId);
    const is_paused = await areCheckInsPaused(database, userId);
    const step = nextStep({ frequency, is_paused, round }, seenAt, now);
    await applyStep(ctx, step, { userId, seenAt, round, now });
    await scheduleNextCheck(database, userId, seenAt, nextCheckAt(step, round, now));
  });
}

interface Situation {
  userId: string;
  seenAt: Date;
  round: Round | undefined;
  now: Date;
}

async function applyStep(ctx: Context, step: CheckInStep, situation: Situation): Promise<void> {
  const { round, userId, now } = situation;
  switch (step.kind) {
    case 'wait':
      return;
    case 'send':
      return sendCheckIn(ctx, step.number, situation);
    case 'resend':
      return round && resendCheckIn(ctx, step.number, round, now);
    case 'notify_contacts':
      return round && notifyContacts(ctx, userId, round, now);
    case 'end_round':
      return round && endRound(ctx, round, 'seen', systemActor, now);
  }
}

async function sendCheckIn(
  ctx: Context,
  number: number,
  { userId, seenAt, round, now }: Situation,
): Promise<void> {
  const { database, linkTokens } = ctx;
  const round_id = round?.id ?? (await insertRound(database, userId, seenAt, now));
  const { id, digest } = linkTokens.create();
  await insertCheckIn(database, { id, round_id, number, digest, enqueued_at: now });
  await recordSecurityEvent(database, userId, 'check_in_sent', systemActor, now);
  await enqueueMail(ctx, checkInMail, { check_in_id: id }, { mailId: id });
}

async function resendCheckIn(
  ctx: Context,
  number: number,
  { check_ins, user_id }: Round,
  now: Date,
): Promise<void> {
  const id = check_ins.find((checkIn) => checkIn.number === number)?.id;
  if (!id) return;
  if (await repeatCheckIn(ctx.database, id, now)) {
    await recordSecurityEvent(ctx.database, user_id, 'check_in_sent', systemActor, now);
  } else {
    await recordRequeued(ctx.database, id, now);
  }
  await enqueueMail(ctx, checkInMail, { check_in_id: id }, { mailId: id });
}

async function notifyContacts(
  ctx: Context,
  userId: string,
  round: Round,
  now: Date,
): Promise<void> {
  const { database } = ctx;
  const contactIds = await listConfirmedContactIds(database, userId);
  if (!(await markContactsNotified(database, round.id, contactIds.length, now))) return;
  for (const notice_id of await insertContactNotices(database, round.id, contactIds)) {
    await enqueueMail(ctx, ownerSilentMail, { notice_id });
  }
  const last = round.check_ins.at(-1);
  if (last) await enqueueMail(ctx, checkInMail, { check_in_id: last.id, is_end: true });
  if (contactIds.length === 0) return;
  await recordSecurityEvent(database, userId, 'contacts_notified_of_silence', systemActor, now);
}

/** Ends a round after activity and reassures notified contacts. The owner must be locked. */
export async function endRound(
  ctx: Context,
  { id, user_id }: Pick<Round, 'id' | 'user_id'>,
  endedBy: 'answered' | 'seen',
  origin: EventOrigin,
  now: Date,
): Promise<void> {
  const { database } = ctx;
  if (!(await closeRound(database, id, endedBy, now))) return;
  await recordSecurityEvent(database, user_id, 'check_in_answered', origin, now);
  const notices = await listStartedContactNotices(database, id);
  if (notices.length === 0) return;
  for (const notice_id of notices) {
    await enqueueMail(ctx, ownerSilentMail, { notice_id, is_well: true });
  }
  await recordSecurityEvent(database, user_id, 'contacts_reassured', systemActor, now);
}

/** Sends enqueued check-ins immediately; for time travel in test operation. */
export async function sendPendingCheckIns(ctx: Context): Promise<void> {
  for (const check_in_id of await listUnsentCheckIns(ctx.database)) {
    await sendMail(ctx.mailer, ctx, checkInMail, { mail_id: check_in_id, ids: { check_in_id } });
  }
}

/** A link works while its round is open, and for a limited time afterwards. */
const checkInLink = mailedLink({
  find: ({ database }: Context, digest) => findCheckIn(database, { digest }),
  expiresAt: ({ round: { ended_at } }) =>
    ended_at && new Date(ended_at.getTime() + linkLifetimes.checkIn),
  lock: ({ database }, { round }) => lockUser(database, round.user_id),
});

export async function describeCheckIn(ctx: Context, token: string): Promise<CheckInView> {
  const { user_id, started_at } = (await checkInLink.open(ctx, token)).round;
  const { database } = ctx;
  const owner = await findPerson(database, user_id);
  if (!owner) return fail('link_invalid');
  const open = await findOpenRound(database, user_id);
  return {
    owner_name: owner.full_name,
    owner_email: maskEmail(owner.email),
    preferred_language: owner.language,
    state: open ? 'asked' : 'known',
    asked_at: open?.started_at ?? started_at,
    were_contacts_notified: (open?.notified_contacts ?? 0) > 0,
  };
}

/** Answers a check-in, which ends the open round. A repeated call changes nothing. */
export function answerCheckIn(ctx: Context, token: string, caller: Caller): Promise<CheckInView> {
  const { database, clock } = ctx;
  return checkInLink.act(ctx, token, async ({ check_in, round: { user_id } }) => {
    const now = clock.now();
    const round = await findOpenRound(database, user_id);
    if (round && (await findCheckInSettings(database, user_id))) {
      await endRound(ctx, round, 'answered', caller, now);
      await scheduleNextCheck(database, user_id, now, now);
    }
    // The use of the link proves that the address receives mail.
    const { address } = await checkInAddress(ctx, user_id, check_in.repeats);
    await clearUnreachedAddress(database, user_id, address);
    return describeCheckIn(ctx, token);
  });
}
