import { type MailPost, sendMail } from '../../../platform/mail/send-mail.ts';
import { type NoticeDeps, noticeMail } from './emails/notice-mails.ts';
import { listOpenNotices } from './notice-repository.ts';

/** What waits for its job, at once: for days that pass faster than jobs come round. */
export async function sendOpenNotices(post: MailPost, deps: NoticeDeps): Promise<void> {
  for (const { id, amount_kopecks } of await listOpenNotices(deps.database)) {
    const order = { mail_id: id, ids: { notice_id: id } };
    await sendMail(post, deps, noticeMail({ amount_kopecks }), order);
  }
}
