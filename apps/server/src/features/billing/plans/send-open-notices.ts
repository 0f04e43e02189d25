import type { Context } from '../../../context.ts';
import { sendMail } from '../../../platform/mail/mailer.ts';
import { noticeMail } from './emails/notice-mails.ts';
import { listOpenNotices } from './notice-repository.ts';

/** Sends immediately what waits for its job, for days that pass faster than jobs run. */
export async function sendOpenNotices(ctx: Context): Promise<void> {
  for (const { id, amount_kopecks } of await listOpenNotices(ctx.database)) {
    const order = { mail_id: id, ids: { notice_id: id } };
    await sendMail(ctx.mailer, ctx, noticeMail({ amount_kopecks }), order);
  }
}
