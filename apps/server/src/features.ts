import type { Wiring } from './context.ts';
import { endOfDayTasks, type FeatureJob, jobOf } from './feature.ts';
import { paymentsFeature } from './features/billing/payments/index.ts';
import { plansFeature } from './features/billing/plans/index.ts';
import { accountsFeature } from './features/desk/accounts/index.ts';
import { maintenanceFeature } from './features/desk/maintenance/index.ts';
import { serviceStatusFeature } from './features/desk/service-status/index.ts';
import { supportFeature } from './features/desk/support/index.ts';
import { accountFeature } from './features/identity/account/index.ts';
import { auditFeature } from './features/identity/audit/index.ts';
import { legalFeature } from './features/identity/legal/index.ts';
import { operatorsFeature } from './features/identity/operators/index.ts';
import { ownerKeysFeature } from './features/identity/owner-keys/index.ts';
import { bouncesFeature } from './features/mail/bounces/index.ts';
import { capturedMailFeature } from './features/mail/captured-mail/index.ts';
import { mailboxFeature } from './features/mail/mailbox/index.ts';
import { contactsFeature } from './features/people/contacts/index.ts';
import { checkInsFeature } from './features/protocol/check-ins/index.ts';
import { dashboardFeature } from './features/protocol/dashboard/index.ts';
import { protocolFeature } from './features/protocol/index.ts';
import { rehearsalFeature } from './features/protocol/rehearsal/index.ts';
import { backupFeature } from './features/service/backup/index.ts';
import { checksFeature } from './features/service/checks/index.ts';
import { retentionFeature } from './features/service/retention/index.ts';
import { timeTravelFeature } from './features/service/time-travel/index.ts';
import { assistantFeature } from './features/vault/assistant/index.ts';
import { dataExportFeature } from './features/vault/data-export/index.ts';
import { instructionsFeature } from './features/vault/instructions/index.ts';
import { storageFeature } from './features/vault/storage/index.ts';
import { mailJob, policyOfMail, runMailJob } from './platform/mail/mailer.ts';

/** Every feature, by domain from bottom to top. */
export const features = [
  auditFeature,
  accountFeature,
  ownerKeysFeature,
  legalFeature,
  operatorsFeature,
  contactsFeature,
  storageFeature,
  instructionsFeature,
  dataExportFeature,
  assistantFeature,
  paymentsFeature,
  plansFeature,
  bouncesFeature,
  mailboxFeature,
  capturedMailFeature,
  protocolFeature,
  checkInsFeature,
  rehearsalFeature,
  dashboardFeature,
  accountsFeature,
  serviceStatusFeature,
  maintenanceFeature,
  supportFeature,
  retentionFeature,
  backupFeature,
  checksFeature,
  timeTravelFeature,
];

export const mails = features.flatMap(({ mails = [] }) => mails);

/** In the order in which they run at the end of a simulated day. */
export const jobs: readonly FeatureJob[] = [
  jobOf(mailJob, {
    purpose: 'sends every mail except the letters, by the policy of the mail',
    retry: 'usual',
    policyOf: (mail) => policyOfMail(mails, mail),
    // A hanging mail must not block the others.
    concurrency: 10,
    batchSize: 2,
    expireSeconds: 120,
    run: (ctx, mail) => runMailJob(ctx, ctx.wiring.mails, mail),
  }),
  ...features.flatMap(({ jobs = [] }) => jobs),
];

export const wiring: Wiring = {
  subscriptions: features.flatMap(({ on = [] }) => on),
  provisions: features.flatMap(({ provides = [] }) => provides),
  mails,
  exports: features.flatMap(({ exports = {} }) => exports),
  retention: features.flatMap(({ retention = {} }) => retention),
  keyTables: Object.assign({}, ...features.map(({ keyTables }) => keyTables)),
  endOfDayTasks: endOfDayTasks(jobs),
};
