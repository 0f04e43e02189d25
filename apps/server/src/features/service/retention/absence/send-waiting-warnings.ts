import { type MailPost, sendMail } from '../../../../platform/mail/send-mail.ts';
import { absenceWarning } from '../emails/absence-mails.ts';
import type { RetentionDeps } from '../retention-deps.ts';
import { listUnsentWarnings } from './absence-repository.ts';
import { mailsOf } from './order-warning.ts';

/** What waits for its job, at once: for days that pass faster than jobs come round. */
export async function sendWaitingWarnings(post: MailPost, deps: RetentionDeps): Promise<void> {
  for (const warning of await listUnsentWarnings(deps.database)) {
    for (const { mailId, ids } of await mailsOf(deps, warning)) {
      await sendMail(post, deps, absenceWarning, { mail_id: mailId, ids });
    }
  }
}
