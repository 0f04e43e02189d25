import { jobName } from '../../platform/jobs/job.ts';
import { newId } from '../../platform/new-id.ts';
import type { ContactDeps } from './contact-deps.ts';
import {
  type ContactNotice,
  deleteNoticesBefore,
  insertContactNotice,
} from './contact-notice-repository.ts';
import type { Contact } from './contact-repository.ts';

export const contactNoticeJob = jobName<{ notice_id: string }>('contact-notice-mail');

/** Longer than the mails are tried. */
const noticesKeptMs = 7 * 24 * 3_600 * 1_000;

/**
 * Orders the mails about a contact who has another address or is removed, in the transaction of the
 * change: one to the owner and one to the former address, which is kept until it is sent.
 */
export async function orderContactNotices(
  { database, jobs, clock }: ContactDeps,
  kind: Exclude<ContactNotice['kind'], 'contact_released'>,
  former: Contact,
): Promise<void> {
  const now = clock.now();
  await deleteNoticesBefore(database, new Date(now.getTime() - noticesKeptMs));
  for (const each of [kind, 'contact_released'] as const) {
    const notice = {
      id: newId(),
      user_id: former.user_id,
      kind: each,
      name: former.name,
      email: former.email,
      preferred_language: former.preferred_language,
      created_at: now,
    };
    await insertContactNotice(database, notice);
    await jobs.enqueue(contactNoticeJob, { notice_id: notice.id });
  }
}
