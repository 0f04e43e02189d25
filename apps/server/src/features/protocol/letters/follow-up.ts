import { protocolTimings } from '@zavet/contract/timings';
import type { Context } from '../../../context.ts';
import { forEachBatch } from '../../../platform/jobs/for-each-due.ts';
import { jobName } from '../../../platform/jobs/job.ts';
import { enqueueMail } from '../../../platform/mail/mailer.ts';
import { lockUser } from '../../identity/account/index.ts';
import {
  type Activation,
  findActivation,
  moveActivation,
} from '../activation/activation-repository.ts';
import { deliveryEventOf, nextActivationStatus } from '../activation/activation-rules.ts';
import { deliveryExpiresSoon, recipientsUnreached } from '../emails/release-mails.ts';
import { countDeliveries } from './delivery-repository.ts';
import { markExpiringLinks, markReported, recordForLetters } from './envelope-repository.ts';

export const sendDeliveriesJob = jobName<{ activation_id: string }>('send-deliveries');
export const reportUnreachedJob = jobName<{ activation_id: string }>('report-unreached');

/** Delay of the mail to the initiator, so that one mail covers several refusals. */
export const reportAfterSeconds = 60;

/** Derives the activation's status from its letters. The activation must be locked. */
export async function updateActivationStatus(
  { database, clock, log }: Context,
  activation: Activation,
): Promise<void> {
  const counts = await countDeliveries(database, activation.id);
  const next = nextActivationStatus(activation.status, deliveryEventOf(counts));
  if (!next) return;
  await moveActivation(database, activation, next, clock.now());
  log.info(
    { code: 'activation_status_changed', activation_id: activation.id, status: next, ...counts },
    'the status of an activation changed with its letters',
  );
}

/** Notifies the contact who activated, once, of recipients that cannot be reached. */
export async function reportUnreached(ctx: Context, activationId: string): Promise<void> {
  const { database, clock, log, checkpoint } = ctx;
  const activation = await findActivation(database, activationId);
  if (!activation) return;
  await database.transaction(async () => {
    await lockUser(database, activation.deceased_user_id);
    if (!(await markReported(database, activationId, clock.now()))) return;
    await enqueueMail(ctx, recipientsUnreached, { activation_id: activationId });
    log.warn(
      { code: 'recipients_unreached', activation_id: activationId },
      'letters of an activation do not reach their recipients',
    );
    checkpoint('report.before_commit');
  });
}

/**
 * Reminds recipients of expiring links: a month before and in the last week. The last reminder is sent
 * first and also replaces a missed first one.
 */
export async function remindOfExpiringLinks(ctx: Context, signal?: AbortSignal): Promise<void> {
  await remind(ctx, true, signal);
  await remind(ctx, false, signal);
}

async function remind(ctx: Context, is_last: boolean, signal?: AbortSignal): Promise<void> {
  const { database, clock } = ctx;
  const now = clock.now();
  const { linkReminder, lastLinkReminder } = protocolTimings;
  const expiringBefore = new Date(now.getTime() + (is_last ? lastLinkReminder : linkReminder));
  const remindBatch = async (limit: number) => {
    const links = await markExpiringLinks(database, now, expiringBefore, is_last, limit);
    for (const { id, envelope_id } of links) {
      await enqueueMail(ctx, deliveryExpiresSoon, { link_id: id, is_last });
      await recordForLetters(database, envelope_id, 'reminded', now);
    }
    return links.length;
  };
  await forEachBatch(ctx, remindBatch, signal);
}
