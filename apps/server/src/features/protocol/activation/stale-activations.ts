import type { EndReminder } from '@zavet/contract/protocol/protocol-values';
import type { Context } from '../../../context.ts';
import { forEachDue } from '../../../platform/jobs/for-each-due.ts';
import { enqueueMail } from '../../../platform/mail/mailer.ts';
import { lockUsers } from '../../identity/account/index.ts';
import { startEnds, startLeftOpen } from '../emails/start-mails.ts';
import { auditRelease } from './activation-audit.ts';
import { type Activation, findActivation, lockActivation } from './activation-repository.ts';
import { isDoubted } from './doubt-repository.ts';
import { endActivation } from './end-activation.ts';
import { staleSince, staleStep, unusedApprovalsBefore } from './stale-activation-rules.ts';
import { endUnusedApproval } from './standing-repository.ts';
import { listStaleActivations, recordEndReminder, type StaleCursor } from './waiting-repository.ts';

/**
 * Ends what was approved, asked or agreed to and that nobody went on with, after reminders: it would
 * keep the owner's files, and the others waiting, without end. A request that nobody has decided on
 * does not end: there the service owes an answer.
 */
export async function expireStaleActivations(ctx: Context, signal: AbortSignal): Promise<void> {
  const since = staleSince(ctx.clock.now());
  await forEachDue<StaleCursor>({
    list: (after, limit) => listStaleActivations(ctx.database, since, after, limit),
    handle: ({ id }) => treatLeft(ctx, id),
    failed: ({ id }, err) =>
      ctx.log.error({ code: 'left_open_failed', activation_id: id, err }, 'a try was not ended'),
    signal,
  });
}

function treatLeft(ctx: Context, id: string): Promise<void> {
  const { database, clock } = ctx;
  return database.transaction(async () => {
    const found = await findActivation(database, id);
    if (!found) return;
    const { deceased_user_id, initiator_user_id } = found;
    await lockUsers(database, [
      deceased_user_id,
      ...(initiator_user_id ? [initiator_user_id] : []),
    ]);
    const activation = await lockActivation(database, id);
    if (!activation) return;
    const is_doubted = await isDoubted(database, activation);
    const step = staleStep({ ...activation, is_doubted }, clock.now());
    if (step === 'end') return end(ctx, activation);
    if (step !== null) return remind(ctx, activation, step);
  });
}

async function remind(
  { database, clock, jobs }: Context,
  activation: Activation,
  reminder: EndReminder,
): Promise<void> {
  await recordEndReminder(database, activation, reminder, clock.now());
  await enqueueMail({ jobs }, startEnds, { activation_id: activation.id, reminder });
}

async function end(ctx: Context, activation: Activation): Promise<void> {
  const { database, clock, jobs } = ctx;
  const { id, trusted_contact_id } = activation;
  await endActivation(ctx, activation, 'left_open', 'left_open');
  if (trusted_contact_id) {
    await endUnusedApproval(database, trusted_contact_id, unusedApprovalsBefore(clock.now()));
  }
  await auditRelease(ctx, 'activation_left_open', activation);
  await enqueueMail({ jobs }, startLeftOpen, { activation_id: id });
}
