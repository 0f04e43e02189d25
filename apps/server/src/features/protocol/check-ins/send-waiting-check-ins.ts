import { type MailPost, sendMail } from '../../../platform/mail/send-mail.ts';
import { checkInMail } from './emails/check-in-mail.ts';
import type { PresenceDeps } from './presence-deps.ts';
import { listUnsentCheckIns } from './round-repository.ts';

/** What waits for its job, at once: for days that pass faster than jobs come round. */
export async function sendWaitingCheckIns(post: MailPost, deps: PresenceDeps): Promise<void> {
  for (const check_in_id of await listUnsentCheckIns(deps.database)) {
    await sendMail(post, deps, checkInMail, { mail_id: check_in_id, ids: { check_in_id } });
  }
}
