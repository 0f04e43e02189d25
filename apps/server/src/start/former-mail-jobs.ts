import { findContactNotice } from '../features/contacts/contact-notice-repository.ts';
import { noticeMail } from '../features/plans/emails/notice-mails.ts';
import { findNoticeById } from '../features/plans/notice-repository.ts';
import type { Database } from '../platform/database/database.ts';
import { jobName } from '../platform/jobs/job.ts';
import type { JobQueue } from '../platform/jobs/job-queue.ts';
import { type MailOrder, mailJob } from '../platform/mail/order-mail.ts';
import { row, type TableJob } from './job-row.ts';

interface FormerDeps {
  database: Database;
  jobs: Pick<JobQueue, 'enqueue'>;
}

type Former<Data> = (database: Database, data: Data) => MailOrder | Promise<MailOrder | undefined>;

/** The kind stood beside the ids. */
const kindAndIds: Former<{ kind: string; mail_id: string }> = (_, { kind, mail_id, ...ids }) => ({
  mail: kind,
  mail_id,
  ids,
});

/**
 * How mails were ordered before there was one queue for all. Such orders may still wait: in the queue
 * at an upgrade, for a process of the former version, or in a backup. They keep their Message-IDs.
 */
export function formerMailJobs(deps: FormerDeps): TableJob[] {
  const former = <Data extends object>(name: string, orderOf: Former<Data>): TableJob =>
    row(jobName<Data>(name), {
      purpose: 'hands an order of a former version on to `mail`',
      retry: 'usual',
      expireSeconds: 120,
      run: async (data) => {
        const order = await orderOf(deps.database, data);
        if (order) await deps.jobs.enqueue(mailJob, order);
      },
    });
  return [
    former('account-mail', kindAndIds),
    former('protocol-mail', kindAndIds),
    former<{ kind: string; mail_id: string; user_id: string; facts: object }>(
      'plan-mail',
      (_, { kind: mail, mail_id, user_id, facts }) => ({
        mail,
        mail_id,
        ids: { user_id, ...facts },
      }),
    ),
    former<{ notice_id: string }>('plan-notice', async (database, ids) => {
      const notice = await findNoticeById(database, ids.notice_id);
      return notice && { mail: noticeMail(notice).name, mail_id: ids.notice_id, ids };
    }),
    former<{ invitation_id: string }>('contact-invitation-mail', (_, ids) => ({
      mail: 'contact_invitation',
      mail_id: ids.invitation_id,
      ids,
    })),
    former<{ contact_id: string; answer: 'accepted' | 'declined'; mail_id: string }>(
      'contact-answer-mail',
      (_, { answer, mail_id, ...ids }) => ({ mail: `contact_${answer}`, mail_id, ids }),
    ),
    former<{ notice_id: string }>('contact-notice-mail', async (database, ids) => {
      const notice = await findContactNotice(database, ids.notice_id);
      return notice && { mail: notice.kind, mail_id: ids.notice_id, ids };
    }),
    former<{ request_id: string }>('support-request-mail', (_, ids) => ({
      mail: 'support_request',
      mail_id: ids.request_id,
      ids,
    })),
    former<{ request_id: string }>('support-received-mail', (_, ids) => ({
      mail: 'support_received',
      mail_id: ids.request_id,
      ids,
    })),
    former<{ user_id: string; edition: string; mail_id: string }>(
      'edition-notice',
      (_, { mail_id, ...ids }) => ({ mail: 'edition_notice', mail_id, ids }),
    ),
  ];
}
