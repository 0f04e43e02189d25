import type { AccountDeps } from '../features/account/account-deps.ts';
import { accountRequestJob } from '../features/account/account-requests.ts';
import { answerAccountRequest } from '../features/account/answer-account-request.ts';
import { sweepAccounts } from '../features/account/sweep-accounts.ts';
import { keepTombstone, keepTombstoneJob } from '../features/backup/tombstone-objects.ts';
import type { InstructionDeps } from '../features/instructions/instruction-deps.ts';
import { removeObjects, removeObjectsJob } from '../features/instructions/remove-objects.ts';
import { resealHeadings } from '../features/instructions/reseal-headings.ts';
import {
  freeUploadsJob,
  freeUploadsOften,
  sweepObjects,
} from '../features/instructions/sweep-uploads.ts';
import { announceEditions } from '../features/legal/announce-editions.ts';
import type { LegalDeps } from '../features/legal/legal-deps.ts';
import type { PaymentDeps } from '../features/payments/payment-deps.ts';
import {
  reconcileOften,
  reconcilePayments,
  reconcilePaymentsJob,
  sweepPayments,
} from '../features/payments/reconcile-payments.ts';
import { settleRefund, settleRefundJob } from '../features/payments/refund-payment.ts';
import { settlePayment, settlePaymentJob } from '../features/payments/settle-payment.ts';
import { withdrawPayment, withdrawPaymentJob } from '../features/payments/withdraw-payment.ts';
import type { PlanDeps } from '../features/plans/plan-deps.ts';
import { runDailyPlanTasks } from '../features/plans/run-daily-plan-tasks.ts';
import { sendOpenNotices } from '../features/plans/send-open-notices.ts';
import { catchUpLateContacts } from '../features/protocol/delivery/catch-up-late-contacts.ts';
import {
  reportUnreachedJob,
  sendDeliveriesJob,
} from '../features/protocol/delivery/delivery-orders.ts';
import { keepDelivering, sendOverdue } from '../features/protocol/delivery/keep-delivering.ts';
import { remindOfExpiringLinks } from '../features/protocol/delivery/remind-of-expiring-links.ts';
import { reportUnreached } from '../features/protocol/delivery/report-unreached.ts';
import type { ProtocolDeps } from '../features/protocol/protocol-deps.ts';
import { mailWaitingRequests } from '../features/support/mail-waiting-requests.ts';
import type { SupportDeps } from '../features/support/support-deps.ts';
import { rewrapKeysByJob } from '../features/vault/rewrap-keys.ts';
import type { MasterKeys } from '../platform/encryption/master-keys.ts';
import { sweepRateLimits } from '../platform/http/rate-limiter.ts';
import { jobName } from '../platform/jobs/job.ts';
import type { MailWork } from '../platform/mail/mail-work.ts';
import { mailJob } from '../platform/mail/order-mail.ts';
import type { MailPost } from '../platform/mail/send-mail.ts';
import { formerMailJobs } from './former-mail-jobs.ts';
import { row, type TableJob } from './job-row.ts';

export interface JobDeps {
  account: AccountDeps;
  legal: LegalDeps;
  instructions: InstructionDeps;
  mail: MailWork;
  masterKeys: MasterKeys;
  payments: PaymentDeps;
  plans: PlanDeps;
  post: MailPost;
  protocol: ProtocolDeps;
  support: SupportDeps;
}

/**
 * Every job and every schedule. Workers, days that pass and docs/jobs.md are made of it. The order is
 * that in which a day ends.
 */
export function jobTable(deps: JobDeps): TableJob[] {
  return [
    row(accountRequestJob, {
      purpose: 'answers by mail what somebody asked for without signing in',
      retry: 'seven_hours',
      expireSeconds: 60,
      run: ({ request_id }) => answerAccountRequest(deps.account, request_id),
    }),
    row(jobName<object>('sweep-accounts'), {
      purpose: 'forgets unconfirmed accounts, old links, sessions and security events',
      retry: 'quarter_hour',
      expireSeconds: 600,
      schedule: '20 4 * * *',
      whenDaysPass: 'waits',
      run: () => sweepAccounts(deps.account),
    }),
    row(mailJob, {
      purpose: 'sends every mail but the letters; how long one is tried depends on the mail',
      retry: 'usual',
      policyOf: deps.mail.policyOf,
      // A mail server that hangs on some mails must not hold up the others.
      concurrency: 10,
      claimedTogether: 2,
      expireSeconds: 120,
      run: deps.mail.run,
    }),
    row(removeObjectsJob, {
      purpose: 'removes the objects of deleted files, also of those that went by cascade',
      retry: 'hour',
      expireSeconds: 300,
      schedule: '*/5 * * * *',
      whenDaysPass: 'waits',
      run: () => removeObjects(deps.instructions),
    }),
    row(freeUploadsJob, {
      purpose: 'twice a minute: gives back the quota of uploads whose process died',
      retry: 'never',
      expireSeconds: 60,
      schedule: '* * * * *',
      whenDaysPass: 'waits',
      run: ({ is_between }) => freeUploadsOften(deps.instructions, is_between ?? false),
    }),
    row(jobName<object>('sweep-uploads'), {
      purpose: 'removes half objects that a dead process left in the store',
      retry: 'hour',
      expireSeconds: 300,
      schedule: '*/10 * * * *',
      whenDaysPass: 'waits',
      run: () => sweepObjects(deps.instructions),
    }),
    row(jobName<object>('run-daily-plan-tasks'), {
      purpose: 'outages, announcements, renewals and ends of plans, removal of files',
      formerName: 'turn-plans',
      retry: 'quarter_hour',
      expireSeconds: 3_600,
      schedule: '7 * * * *',
      whenDaysPass: async () => {
        await runDailyPlanTasks(deps.plans, deps.payments);
        // The next day asks whether they were taken.
        await sendOpenNotices(deps.post, { ...deps.plans, payments: deps.payments });
      },
      run: () => runDailyPlanTasks(deps.plans, deps.payments),
    }),
    row(settlePaymentJob, {
      purpose: 'asks the provider how a payment stands',
      retry: 'two_minutes',
      expireSeconds: 120,
      run: ({ payment_id }) => settlePayment(deps.payments, payment_id),
    }),
    row(withdrawPaymentJob, {
      purpose: 'cancels a payment that is no longer wanted',
      retry: 'two_minutes',
      expireSeconds: 120,
      run: ({ payment_id }) => withdrawPayment(deps.payments, payment_id),
    }),
    row(settleRefundJob, {
      purpose: 'gives money back',
      retry: 'two_minutes',
      expireSeconds: 120,
      run: ({ refund_id }) => settleRefund(deps.payments, refund_id),
    }),
    row(reconcilePaymentsJob, {
      purpose: 'twice a minute: asks after every payment and refund that is open',
      retry: 'never',
      expireSeconds: 1_800,
      schedule: '* * * * *',
      // A request that is under way must not find itself a day older.
      whenDaysPass: () => reconcilePayments(deps.payments, { onlyIfDue: false }),
      run: ({ is_between }) => reconcileOften(deps.payments, is_between ?? false),
    }),
    row(jobName<object>('sweep-payments'), {
      purpose: 'forgets payments after five years and strange notifications after 30 days',
      retry: 'two_minutes',
      expireSeconds: 600,
      schedule: '50 4 * * *',
      whenDaysPass: 'waits',
      run: () => sweepPayments(deps.payments),
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
      formerName: 'recall-delivery-links',
      retry: 'persistent',
      expireSeconds: 600,
      schedule: '20 5 * * *',
      whenDaysPass: 'runs',
      run: () => remindOfExpiringLinks(deps.protocol),
    }),
    row(jobName<object>('announce-editions'), {
      purpose: 'tells owners of new editions of the documents, some at a time',
      retry: 'quarter_hour',
      expireSeconds: 3_600,
      schedule: '27 * * * *',
      whenDaysPass: 'runs',
      run: (_, signal) => announceEditions(deps.legal, signal),
    }),
    row(jobName<object>('mail-waiting-requests'), {
      purpose: 'orders mails of support requests again that the mailbox has not taken',
      retry: 'quarter_hour',
      expireSeconds: 600,
      schedule: '13 5 * * *',
      whenDaysPass: 'waits',
      run: () => mailWaitingRequests(deps.support),
    }),
    row(jobName<object>('rewrap-keys'), {
      // Catches keys that a server made while it had not yet noticed the new master key.
      purpose: 'closes keys with the newest master key',
      retry: 'quarter_hour',
      expireSeconds: 3_600,
      schedule: '*/10 * * * *',
      whenDaysPass: 'waits',
      run: () => rewrapKeysByJob(deps.account, deps.masterKeys),
    }),
    row(jobName<object>('reseal-headings'), {
      purpose: 'seals the headings of instructions as one that were sealed part by part',
      retry: 'quarter_hour',
      expireSeconds: 3_600,
      schedule: '*/10 * * * *',
      whenDaysPass: 'waits',
      run: async (_, signal) => {
        await resealHeadings(deps.instructions, signal);
      },
    }),
    row(keepTombstoneJob, {
      purpose: 'notes beside the files that an account was deleted, for restores',
      retry: 'two_days',
      expireSeconds: 120,
      run: ({ user_id, deleted_at }) =>
        keepTombstone(deps.instructions.store, { user_id, deleted_at: new Date(deleted_at) }),
    }),
    row(jobName<object>('sweep-rate-limits'), {
      purpose: 'forgets calls that no limit still counts',
      retry: 'quarter_hour',
      expireSeconds: 600,
      schedule: '40 4 * * *',
      whenDaysPass: 'waits',
      run: () => sweepRateLimits(deps.account.database, deps.account.clock),
    }),
    ...formerMailJobs(deps.account),
  ];
}
