import type { Context } from '../../../context.ts';
import { forEachDue } from '../../../platform/jobs/for-each-due.ts';
import { enqueueMail } from '../../../platform/mail/mailer.ts';
import { activationEnded } from '../emails/end-mails.ts';
import { activationProgress } from '../emails/progress-mails.ts';
import { auditRelease } from './activation-notices.ts';
import type { Activation } from './activation-repository.ts';
import { endApprovalOf } from './contact-veto-repository.ts';
import { isDoubted } from './doubt-repository.ts';
import { endActivation } from './end-activation.ts';
import { lockUnpaidStart } from './lock-activation.ts';
import { staleSince, staleStep, unusedApprovalsBefore } from './stale-activation-rules.ts';
import { listStaleActivations, recordEndReminder, type StaleCursor } from './waiting-repository.ts';

/**
 * Sends reminders about unpaid activations without progress and ends them after 90 days; otherwise
 * the owner's files would be kept permanently. Undecided requests do not expire, because operators
 * owe an answer.
 */
export async function expireStaleActivations(ctx: Context, signal: AbortSignal): Promise<void> {
  const since = staleSince(ctx.clock.now());
  await forEachDue<StaleCursor>({
    list: (after, limit) => listStaleActivations(ctx.database, since, after, limit),
    handle: ({ id }) => remindOrExpire(ctx, id),
    failed: ({ id }, err) =>
      ctx.log.error(
        { code: 'stale_activation_failed', activation_id: id, err },
        'expiring a stale activation failed',
      ),
    signal,
  });
}

function remindOrExpire(ctx: Context, id: string): Promise<void> {
  const { database, clock } = ctx;
  return database.transaction(async () => {
    const activation = await lockUnpaidStart(ctx, id);
    if (!activation) return;
    const is_doubted = await isDoubted(database, activation);
    const now = clock.now();
    const step = staleStep({ ...activation, is_doubted }, now);
    if (step === null) return;
    if (step === 'end') return expire(ctx, activation, now);
    await recordEndReminder(database, activation, step, now);
    const ids = { activation_id: id, step: 'ends', reminder: step } as const;
    await enqueueMail(ctx, activationProgress, ids);
  });
}

async function expire(ctx: Context, activation: Activation, now: Date): Promise<void> {
  const { id, trusted_contact_id } = activation;
  await endActivation(ctx, activation, 'stale', 'stale');
  if (trusted_contact_id) {
    await endApprovalOf(ctx.database, trusted_contact_id, unusedApprovalsBefore(now));
  }
  await auditRelease(ctx, 'activation_stale', activation);
  await enqueueMail(ctx, activationEnded, { activation_id: id });
}
