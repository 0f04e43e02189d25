import type { ContactDeps } from '../features/people/contacts/contact-deps.ts';
import { askContacts } from '../features/people/contacts/yearly/ask-contacts.ts';
import type { PresenceDeps } from '../features/protocol/check-ins/presence-deps.ts';
import { remindToReview } from '../features/protocol/check-ins/remind-to-review.ts';
import { runPresenceChecks } from '../features/protocol/check-ins/run-presence-checks.ts';
import { sendWaitingCheckIns } from '../features/protocol/check-ins/send-waiting-check-ins.ts';
import { endLeftOpen } from '../features/protocol/activation/end-left-open.ts';
import { catchUpLateContacts } from '../features/protocol/delivery/catch-up-late-contacts.ts';
import {
  reportUnreachedJob,
  sendDeliveriesJob,
} from '../features/protocol/delivery/delivery-orders.ts';
import { keepDelivering, sendOverdue } from '../features/protocol/delivery/keep-delivering.ts';
import { remindOfExpiringLinks } from '../features/protocol/delivery/remind-of-expiring-links.ts';
import { reportUnreached } from '../features/protocol/delivery/report-unreached.ts';
import type { ProtocolDeps } from '../features/protocol/protocol-deps.ts';
import {
  keepWaiting,
  keepWaitingJob,
  keepWaitingOften,
  reviewWaitingJob,
  reviewWaitingOf,
} from '../features/protocol/waiting/keep-waiting.ts';
import { refundOrphaned, refundOrphanedJob } from '../features/protocol/waiting/refund-orphaned.ts';
import { jobName } from '../platform/jobs/job.ts';
import type { MailPost } from '../platform/mail/send-mail.ts';
import { row, type TableJob } from './job-row.ts';

export interface ProtocolJobDeps {
  contacts: ContactDeps;
  post: MailPost;
  presence: PresenceDeps;
  protocol: ProtocolDeps;
}

/** What follows a start, and what keeps owners and contacts ready for one. */
export function protocolJobs(deps: ProtocolJobDeps): TableJob[] {
  return [
    row(keepWaitingJob, {
      purpose:
        'twice a minute: puts off what an interruption has overtaken, releases letters whose waiting period is over, warns owners, and notifies contacts whose question was not answered in time',
      retry: 'never',
      expireSeconds: 1_800,
      schedule: '* * * * *',
      whenDaysPass: () => keepWaiting(deps.protocol, new AbortController().signal),
      run: ({ is_between }, signal) => keepWaitingOften(deps.protocol, is_between ?? false, signal),
    }),
    row(reviewWaitingJob, {
      purpose: 'calls off what waits when the contact who began it has left the owner',
      retry: 'persistent',
      expireSeconds: 120,
      run: ({ owner_id }) => reviewWaitingOf(deps.protocol, owner_id),
    }),
    row(refundOrphanedJob, {
      purpose: 'gives the fee back of what waited when the owner deleted the account',
      retry: 'persistent',
      expireSeconds: 120,
      run: ({ payment_id }) => refundOrphaned(deps.protocol, payment_id),
    }),
    row(sendDeliveriesJob, {
      purpose: 'sends the letters of an activation; the letters count their own tries',
      retry: 'every_half_minute',
      // A mail server that hangs on one owner's letters must not hold up the others'.
      concurrency: 4,
      expireSeconds: 900,
      run: ({ activation_id }, signal) => keepDelivering(deps.protocol, activation_id, signal),
    }),
    row(jobName<object>('send-overdue-deliveries'), {
      purpose: 'sends letters whose own job was lost',
      retry: 'never',
      expireSeconds: 1_800,
      schedule: '* * * * *',
      whenDaysPass: 'runs',
      run: (_, signal) => sendOverdue(deps.protocol, signal),
    }),
    row(reportUnreachedJob, {
      purpose: 'tells the person who activated which recipients cannot be reached',
      retry: 'persistent',
      expireSeconds: 120,
      run: ({ activation_id }) => reportUnreached(deps.protocol, activation_id),
    }),
    row(jobName<object>('end-left-open'), {
      purpose: 'ends starts that nobody goes on with, after reminders',
      retry: 'persistent',
      expireSeconds: 1_800,
      schedule: '25 6 * * *',
      whenDaysPass: 'runs',
      run: (_, signal) => endLeftOpen(deps.protocol, signal),
    }),
    row(jobName<object>('catch-up-late-contacts'), {
      purpose:
        'asks contacts whose letters are kept, and sends letters to those who have agreed since',
      retry: 'persistent',
      expireSeconds: 600,
      schedule: '50 5 * * *',
      whenDaysPass: 'runs',
      run: () => catchUpLateContacts(deps.protocol),
    }),
    row(jobName<object>('remind-of-expiring-links'), {
      purpose: 'reminds recipients of links that soon end',
      retry: 'persistent',
      expireSeconds: 600,
      schedule: '20 5 * * *',
      whenDaysPass: 'runs',
      run: () => remindOfExpiringLinks(deps.protocol),
    }),
    row(jobName<object>('run-presence-checks'), {
      purpose: 'asks silent owners for a sign of life, then tells their contacts',
      retry: 'quarter_hour',
      expireSeconds: 3_600,
      schedule: '37 * * * *',
      whenDaysPass: async () => {
        await runPresenceChecks(deps.presence);
        // The week before the next one begins when it was taken.
        await sendWaitingCheckIns(deps.post, deps.presence);
      },
      run: (_, signal) => runPresenceChecks(deps.presence, signal),
    }),
    row(jobName<object>('remind-to-review'), {
      purpose: 'asks owners to review instructions after 6 and 12 months',
      retry: 'quarter_hour',
      expireSeconds: 3_600,
      schedule: '10 11 * * *',
      whenDaysPass: 'runs',
      run: (_, signal) => remindToReview(deps.presence, signal),
    }),
    row(jobName<object>('ask-contacts'), {
      purpose: 'asks confirmed contacts once a year whether they are still there',
      retry: 'quarter_hour',
      expireSeconds: 3_600,
      schedule: '40 9 * * *',
      whenDaysPass: 'runs',
      run: (_, signal) => askContacts(deps.contacts, signal),
    }),
  ];
}
