import type { AccountDeps } from '../features/identity/account/account-deps.ts';
import { accountRequestJob } from '../features/identity/account/account-requests.ts';
import { answerAccountRequest } from '../features/identity/account/answer-account-request.ts';
import {
  watchLostDevices,
  watchLostDevicesJob,
} from '../features/identity/account/factors/lost-device/watch-lost-devices.ts';
import { type AnchorDeps, anchorAudit } from '../features/identity/audit/audit-anchors.ts';
import { keepTombstone, keepTombstoneJob } from '../features/service/backup/tombstone-objects.ts';
import type { BounceDeps, BounceTaker } from '../features/mail/bounces/bounce-deps.ts';
import {
  readBounceMailbox,
  readBounceMailboxJob,
} from '../features/mail/bounces/read-bounce-mailbox.ts';
import { recordBounceJob } from '../features/mail/bounces/receive-report.ts';
import { recordReport } from '../features/mail/bounces/record-report.ts';
import type { InstructionDeps } from '../features/vault/instructions/instruction-deps.ts';
import { removeObjects, removeObjectsJob } from '../features/vault/instructions/remove-objects.ts';
import {
  freeUploadsJob,
  freeUploadsOften,
  sweepObjects,
} from '../features/vault/instructions/sweep-uploads.ts';
import { announceEditions } from '../features/identity/legal/announce-editions.ts';
import type { LegalDeps } from '../features/identity/legal/legal-deps.ts';
import type { MailboxDeps } from '../features/mail/mailbox/mailbox-deps.ts';
import { refreshMailboxes } from '../features/mail/mailbox/refresh-mailboxes.ts';
import { refreshMailboxesJob, syncMailboxJob } from '../features/mail/mailbox/sync-jobs.ts';
import { syncMailbox } from '../features/mail/mailbox/sync-mailbox.ts';
import type { MaintenanceDeps } from '../features/desk/maintenance/maintenance-deps.ts';
import {
  tellOfMaintenance,
  tellOfMaintenanceJob,
} from '../features/desk/maintenance/tell-of-maintenance.ts';
import type { OwnDataDeps } from '../features/vault/data-export/own-data-deps.ts';
import type { PaymentDeps } from '../features/billing/payments/payment-deps.ts';
import {
  reconcileOften,
  reconcilePayments,
  reconcilePaymentsJob,
} from '../features/billing/payments/reconcile-payments.ts';
import { settleRefund, settleRefundJob } from '../features/billing/payments/refund-payment.ts';
import { settlePayment, settlePaymentJob } from '../features/billing/payments/settle-payment.ts';
import { withdrawPayment, withdrawPaymentJob } from '../features/billing/payments/withdraw-payment.ts';
import type { PlanDeps } from '../features/billing/plans/plan-deps.ts';
import { runDailyPlanTasks } from '../features/billing/plans/run-daily-plan-tasks.ts';
import { sendOpenNotices } from '../features/billing/plans/send-open-notices.ts';
import type { RehearsalDeps } from '../features/protocol/rehearsal/rehearsal-deps.ts';
import type { RetentionDeps } from '../features/service/retention/retention-deps.ts';
import { mailWaitingRequests } from '../features/desk/support/mail-waiting-requests.ts';
import type { SupportDeps } from '../features/desk/support/support-deps.ts';
import { rewrapKeysByJob } from '../features/identity/owner-keys/rewrap-keys.ts';
import type { MasterKeys } from '../platform/encryption/master-keys.ts';
import { jobName } from '../platform/jobs/job.ts';
import type { MailWork } from '../platform/mail/mail-work.ts';
import { mailJob } from '../platform/mail/order-mail.ts';
import { row, type TableJob } from './job-row.ts';
import { keyTables } from './key-tables.ts';
import { ownDataJobs } from './own-data-jobs.ts';
import { type ProtocolJobDeps, protocolJobs } from './protocol-jobs.ts';
import { rehearsalJobs } from './rehearsal-jobs.ts';
import { retentionJobs } from './retention-jobs.ts';

export interface JobDeps extends ProtocolJobDeps {
  account: AccountDeps;
  audit: AnchorDeps;
  bounces: BounceDeps;
  bounceTakers: readonly BounceTaker[];
  legal: LegalDeps;
  instructions: InstructionDeps;
  mail: MailWork;
  mailbox: MailboxDeps;
  maintenance: MaintenanceDeps;
  masterKeys: MasterKeys;
  ownData: OwnDataDeps;
  payments: PaymentDeps;
  plans: PlanDeps;
  rehearsal: RehearsalDeps;
  retention: RetentionDeps;
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
    row(watchLostDevicesJob, {
      purpose: 'recalls and ends the waits of owners who have lost their second factor',
      retry: 'quarter_hour',
      expireSeconds: 3_600,
      schedule: '*/10 * * * *',
      whenDaysPass: 'runs',
      run: (_, signal) => watchLostDevices(deps.account, signal),
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
    row(readBounceMailboxJob, {
      purpose: 'reads the mailbox of delivery reports, where there is one',
      retry: 'never',
      expireSeconds: 600,
      schedule: '* * * * *',
      whenDaysPass: 'waits',
      run: (_, signal) => readBounceMailbox(deps.bounces, signal),
    }),
    row(recordBounceJob, {
      purpose: 'does what follows from a delivery report, a minute after it has come',
      retry: 'two_days',
      expireSeconds: 60,
      run: ({ report_id }) => recordReport(deps.bounces, deps.bounceTakers, report_id),
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
    ...protocolJobs(deps),
    ...rehearsalJobs(deps.rehearsal),
    row(jobName<object>('announce-editions'), {
      purpose: 'tells owners of new editions of the documents and of new prices, some at a time',
      retry: 'quarter_hour',
      expireSeconds: 3_600,
      schedule: '27 * * * *',
      whenDaysPass: 'runs',
      run: (_, signal) => announceEditions(deps.legal, signal),
    }),
    row(tellOfMaintenanceJob, {
      purpose: 'tells everybody of planned maintenance, and of what was called off, some at a time',
      retry: 'quarter_hour',
      expireSeconds: 3_600,
      schedule: '*/10 * * * *',
      whenDaysPass: 'runs',
      run: (_, signal) => tellOfMaintenance(deps.maintenance, signal),
    }),
    row(jobName<object>('mail-waiting-requests'), {
      purpose: 'orders mails of support requests again that the mailbox has not taken',
      retry: 'quarter_hour',
      expireSeconds: 600,
      schedule: '13 5 * * *',
      whenDaysPass: 'waits',
      run: () => mailWaitingRequests(deps.support),
    }),
    row(syncMailboxJob, {
      purpose: 'brings the lists of a connected mailbox up to what its mail server has',
      // What did not end is due again at the next minute.
      retry: 'never',
      // A mail server that hangs must not hold up the other mailboxes.
      concurrency: 4,
      expireSeconds: 1_800,
      run: ({ mailbox_id }, signal) => syncMailbox(deps.mailbox, mailbox_id, signal),
    }),
    row(refreshMailboxesJob, {
      purpose: 'orders `sync-mailbox` for the mailboxes whose time has come',
      retry: 'never',
      expireSeconds: 60,
      schedule: '* * * * *',
      whenDaysPass: 'waits',
      run: () => refreshMailboxes(deps.mailbox),
    }),
    row(jobName<object>('rewrap-keys'), {
      // Catches keys that a server made while it had not yet noticed the new master key.
      purpose: 'closes keys with the newest master key',
      retry: 'quarter_hour',
      expireSeconds: 3_600,
      schedule: '*/10 * * * *',
      whenDaysPass: 'waits',
      run: () => rewrapKeysByJob(deps.account, deps.masterKeys, keyTables),
    }),
    row(keepTombstoneJob, {
      purpose: 'notes beside the files that an account was deleted, for restores',
      retry: 'two_days',
      expireSeconds: 120,
      run: ({ user_id, deleted_at }) =>
        keepTombstone(deps.instructions.store, { user_id, deleted_at: new Date(deleted_at) }),
    }),
    ...retentionJobs(deps),
    ...ownDataJobs(deps.ownData),
    row(jobName<object>('anchor-audit'), {
      purpose: 'notes beside the files how far the audit log has come',
      retry: 'never',
      expireSeconds: 60,
      schedule: '* * * * *',
      whenDaysPass: 'waits',
      run: () => anchorAudit(deps.audit),
    }),
  ];
}
