import { protocolTimings } from '@zavet/contract/timings';
import type { Context } from '../../../context.ts';
import { forEachBatch } from '../../../platform/jobs/for-each-due.ts';
import { enqueueMail } from '../../../platform/mail/mailer.ts';
import { deliveryExpiresSoon } from '../emails/delivery-mails.ts';
import { recordForLetters } from './envelope-repository.ts';
import { takeEndingLinks } from './reminder-repository.ts';

/**
 * Reminds recipients of links that end: first a month before, and once more in the last week. Who
 * could not be reminded the first time is told once, at the end.
 */
export async function remindOfExpiringLinks(ctx: Context, signal?: AbortSignal): Promise<void> {
  await remind(ctx, true, signal);
  await remind(ctx, false, signal);
}

async function remind(ctx: Context, is_last: boolean, signal?: AbortSignal): Promise<void> {
  const { database, clock } = ctx;
  const now = clock.now();
  const { linkReminder, lastLinkReminder } = protocolTimings;
  const until = new Date(now.getTime() + (is_last ? lastLinkReminder : linkReminder));
  const remindSome = async (limit: number) => {
    const links = await takeEndingLinks(database, now, until, is_last, limit);
    for (const { id, envelope_id } of links) {
      await enqueueMail(ctx, deliveryExpiresSoon, { link_id: id, is_last });
      await recordForLetters(database, envelope_id, 'reminded', now);
    }
    return links.length;
  };
  await forEachBatch(ctx, remindSome, signal);
}
