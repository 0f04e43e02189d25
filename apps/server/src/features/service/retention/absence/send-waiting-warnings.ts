import type { Context } from '../../../../context.ts';
import { sendMail } from '../../../../platform/mail/send-mail.ts';
import { absenceWarning } from '../emails/absence-mails.ts';
import { listUnsentWarnings } from './absence-repository.ts';
import { mailsOf } from './order-warning.ts';

/** Sends immediately what waits for its job, for days that pass faster than jobs run. */
export async function sendWaitingWarnings(ctx: Context): Promise<void> {
  for (const warning of await listUnsentWarnings(ctx.database)) {
    for (const { mailId, ids } of await mailsOf(ctx, warning)) {
      await sendMail(ctx.mailer, ctx, absenceWarning, { mail_id: mailId, ids });
    }
  }
}
