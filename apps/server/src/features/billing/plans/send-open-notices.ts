import type { Context } from '../../../context.ts';
import { sendMail } from '../../../platform/mail/send-mail.ts';
import { noticeMail } from './emails/notice-mails.ts';
import { listOpenNotices } from './notice-repository.ts';

/** What waits for its job, at once: for days that pass faster than jobs come round. */
export async function sendOpenNotices(ctx: Context): Promise<void> {
  for (const { id, amount_kopecks } of await listOpenNotices(ctx.database)) {
    const order = { mail_id: id, ids: { notice_id: id } };
    await sendMail(ctx.post, ctx, noticeMail({ amount_kopecks }), order);
  }
}
