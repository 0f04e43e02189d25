import type { Context } from '../../../../context.ts';
import { sendMail } from '../../../../platform/mail/send-mail.ts';
import { absenceWarning } from '../emails/absence-mails.ts';
import { listUnsentWarnings } from './absence-repository.ts';
import { mailsOf } from './order-warning.ts';

/** What waits for its job, at once: for days that pass faster than jobs come round. */
export async function sendWaitingWarnings(ctx: Context): Promise<void> {
  for (const warning of await listUnsentWarnings(ctx.database)) {
    for (const { mailId, ids } of await mailsOf(ctx, warning)) {
      await sendMail(ctx.post, ctx, absenceWarning, { mail_id: mailId, ids });
    }
  }
}
