import type { Context } from '../../../context.ts';
import { sendMail } from '../../../platform/mail/send-mail.ts';
import { checkInMail } from './emails/check-in-mail.ts';
import { listUnsentCheckIns } from './round-repository.ts';

/** Sends immediately what waits for its job, for days that pass faster than jobs run. */
export async function sendWaitingCheckIns(ctx: Context): Promise<void> {
  for (const check_in_id of await listUnsentCheckIns(ctx.database)) {
    await sendMail(ctx.mailer, ctx, checkInMail, { mail_id: check_in_id, ids: { check_in_id } });
  }
}
