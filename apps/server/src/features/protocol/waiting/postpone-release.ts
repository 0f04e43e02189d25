import type { Context } from '../../../context.ts';
import { readTimeSpan } from '../../../platform/clock.ts';
import { listInterruptionsAfter } from '../../../platform/downtime/interruption-repository.ts';
import { enqueueMail } from '../../../platform/mail/mailer.ts';
import { recordSecurityEvent, systemActor } from '../../identity/account/index.ts';
import { auditRelease } from '../activation/audit-release.ts';
import { mailOwnerWithStop } from '../emails/owner-mail.ts';
import { activationWaits, waitingPostponed } from '../emails/waiting-mails.ts';
import { type LockedWaiting, lockWaiting } from './lock-waiting.ts';
import { listOtherContacts, setReleaseAt } from './waiting-repository.ts';
import { isPostponedLong, releaseAfterInterruptions } from './waiting-rules.ts';

/** Letters that wait leave later if the service was or will be interrupted. May run twice. */
export async function postponeRelease(ctx: Context, id: string): Promise<void> {
  await ctx.database.transaction(async () => {
    const locked = await lockWaiting(ctx, id);
    if (locked) await postponeIfInterrupted(ctx, locked);
  });
}

/**
 * The same for what is locked already; false where letters leave as they should. Everybody whom it
 * concerns is told when that is, and the owner how to stop it.
 */
export async function postponeIfInterrupted(
  ctx: Context,
  { activation }: LockedWaiting,
): Promise<boolean> {
  const { database, jobs, log } = ctx;
  const { id, deceased_user_id: ownerId, release_at: before } = activation;
  const known = await listInterruptionsAfter(database, activation.waiting_since);
  const release_at = releaseAfterInterruptions(before, known);
  if (release_at <= before) return false;
  // Not before the end of the interruption, by whichever clock: the last day may begin with it.
  const { latest } = await readTimeSpan(ctx);
  await setReleaseAt(database, activation, release_at, latest);
  await recordSecurityEvent(database, ownerId, 'release_postponed', systemActor, latest);
  await auditRelease(ctx, 'release_postponed', activation, {
    actor: { kind: 'system' },
    facts: { before: before.toISOString(), release_at: release_at.toISOString() },
  });
  await mailOwnerWithStop(ctx, ownerId, activationWaits, {
    activation_id: id,
    warning: 'postponed',
  });
  await enqueueMail({ jobs }, waitingPostponed, { activation_id: id });
  for (const { id: contact_id } of await listOtherContacts(database, activation)) {
    await enqueueMail({ jobs }, waitingPostponed, { activation_id: id, contact_id });
  }
  ctx.checkpoint('postpone.before_commit');
  const facts = { activation_id: id, before, release_at };
  log.info({ code: 'release_postponed', ...facts }, 'letters leave later after an interruption');
  if (isPostponedLong({ ...activation, release_at })) {
    log.error(
      { code: 'release_put_off_long', ...facts },
      'interruptions keep letters from leaving',
    );
  }
  return true;
}
