import type { Logger } from 'pino';
import type { AccountDeps } from '../features/identity/account/account-deps.ts';
import { accountRoutes } from '../features/identity/account/account-routes.ts';
import { factorRoutes } from '../features/identity/account/factors/factor-routes.ts';
import { identifyOwner, recogniseOwner } from '../features/identity/account/session-cookies.ts';
import { profileRoutes, sessionRoutes } from '../features/identity/account/session-routes.ts';
import { isProven } from '../features/identity/account/session-rules.ts';
import { accountDeskRoutes } from '../features/desk/accounts/account-desk-routes.ts';
import { assistantRoutes } from '../features/vault/assistant/assistant-routes.ts';
import { createLanguageModel } from '../features/vault/assistant/language-model.ts';
import { auditRoutes } from '../features/identity/audit/audit-routes.ts';
import type { BounceDeps, BounceTaker } from '../features/mail/bounces/bounce-deps.ts';
import { capturedMailRoutes } from '../features/mail/captured-mail/captured-mail-routes.ts';
import type { ContactDeps } from '../features/people/contacts/contact-deps.ts';
import { contactRoutes } from '../features/people/contacts/contact-routes.ts';
import { dashboardRoutes } from '../features/protocol/dashboard/dashboard-routes.ts';
import { healthRoutes } from '../features/service/health/health-routes.ts';
import type { Readiness } from '../features/service/health/readiness.ts';
import { fileRoutes } from '../features/vault/instructions/file-routes.ts';
import { instructionRoutes } from '../features/vault/instructions/instruction-routes.ts';
import type { LegalDeps } from '../features/identity/legal/legal-deps.ts';
import { legalRoutes } from '../features/identity/legal/legal-routes.ts';
import type { MailboxDeps } from '../features/mail/mailbox/mailbox-deps.ts';
import { mailboxRoutes } from '../features/mail/mailbox/mailbox-routes.ts';
import { maintenanceRoutes } from '../features/desk/maintenance/maintenance-routes.ts';
import { operationRoutes } from '../features/desk/service-status/operation-routes.ts';
import { createOperatorGate } from '../features/identity/operators/desk.ts';
import type { OperatorDeps } from '../features/identity/operators/operator-deps.ts';
import { operatorRoutes } from '../features/identity/operators/operator-routes.ts';
import type { OwnDataDeps } from '../features/vault/data-export/own-data-deps.ts';
import { ownDataRoutes } from '../features/vault/data-export/own-data-routes.ts';
import type { PaymentDeps } from '../features/billing/payments/payment-deps.ts';
import { paymentRoutes } from '../features/billing/payments/payment-routes.ts';
import { troubleRoutes } from '../features/billing/payments/troubles/trouble-routes.ts';
import { giftRoutes } from '../features/billing/plans/gift-routes.ts';
import { outageRoutes } from '../features/billing/plans/outage-routes.ts';
import type { PlanDeps } from '../features/billing/plans/plan-deps.ts';
import { planRoutes } from '../features/billing/plans/plan-routes.ts';
import type { PresenceDeps } from '../features/protocol/check-ins/presence-deps.ts';
import { presenceRoutes } from '../features/protocol/check-ins/presence-routes.ts';
import { deliveryRoutes } from '../features/protocol/delivery/delivery-routes.ts';
import { letterRoutes } from '../features/protocol/delivery/letter-routes.ts';
import { doubtRoutes } from '../features/protocol/doubts/read-doubts.ts';
import { keepsakeRoutes } from '../features/protocol/keepsake/keepsake-routes.ts';
import { contactEntryRoutes } from '../features/protocol/legacies/contact-entry-routes.ts';
import { legacyRoutes } from '../features/protocol/legacies/legacy-routes.ts';
import { previewRoutes } from '../features/protocol/preview/preview-routes.ts';
import type { ProtocolDeps } from '../features/protocol/protocol-deps.ts';
import { rearmingRoutes } from '../features/protocol/rearming/rearming-routes.ts';
import { requestRoutes, reviewRoutes } from '../features/protocol/requests/request-routes.ts';
import { rulesRoutes } from '../features/protocol/rules/rules-routes.ts';
import { stopRoutes } from '../features/protocol/stop/stop-routes.ts';
import type { RehearsalDeps } from '../features/protocol/rehearsal/rehearsal-deps.ts';
import { rehearsalRoutes } from '../features/protocol/rehearsal/rehearsal-routes.ts';
import type { RetentionDeps } from '../features/service/retention/retention-deps.ts';
import { setupRoutes } from '../features/service/setup/setup-routes.ts';
import { storageRoutes } from '../features/vault/storage/storage-routes.ts';
import { supportDeskRoutes, supportRoutes } from '../features/desk/support/support-routes.ts';
import { timeTravelRoutes } from '../features/service/time-travel/time-travel-routes.ts';
import { assertMasterKeysSuffice } from '../features/identity/owner-keys/check-keys.ts';
import { indexedPaths, robotsPage, sitemapPage } from '../features/service/landing-page/crawler-pages.ts';
import { welcomePage } from '../features/service/landing-page/welcome-page.ts';
import type { MovableClock } from '../platform/clock/clock.ts';
import type { Database } from '../platform/database/database.ts';
import { knownMigrations, newestMigration } from '../platform/database/migrate.ts';
import type { MasterKeys } from '../platform/encryption/master-keys.ts';
import type { ObjectStore } from '../platform/file-storage/object-store.ts';
import { createHttpApp, type HttpApp } from '../platform/http/http-server.ts';
import { countCalls, createRateLimiter } from '../platform/http/rate-limiter.ts';
import { createSharedRateLimiter } from '../platform/http/shared-rate-limiter.ts';
import type { JobQueue } from '../platform/jobs/job-queue.ts';
import { mailWork } from '../platform/mail/mail-work.ts';
import { bounceTakers } from './bounce-deps.ts';
import { codeOfError } from './code-of-error.ts';
import type { Configuration } from '../config/configuration.ts';
import { createFeatureDeps, type ProductOptions } from './feature-deps.ts';
import { migrationsFolder, webRoot } from './folders.ts';
import { endDay } from './job-row.ts';
import { jobTable } from './job-table.ts';
import { keyTables } from './key-tables.ts';
import { allMails } from './mails.ts';
import { programVersion } from './program-version.ts';

/** All parts of the product, put together and not yet running. */
export interface Product {
  app: HttpApp;
  jobs: JobQueue;
  /** What the use cases work with, for those who call them without HTTP. */
  deps: {
    account: AccountDeps;
    plans: PlanDeps;
    payments: PaymentDeps;
    protocol: ProtocolDeps;
    legal: LegalDeps;
    presence: PresenceDeps;
    rehearsal: RehearsalDeps;
    contacts: ContactDeps;
    operators: OperatorDeps;
    retention: RetentionDeps;
    ownData: OwnDataDeps;
    mailboxes: MailboxDeps;
    bounces: BounceDeps & { takers: readonly BounceTaker[] };
  };
  /** Whether work may be sent here. */
  readiness: Readiness;
  /** What else those look at who watch over the process. */
  watched: { store: ObjectStore; pausedDomains(): number };
  /** Once the database is migrated; throws when the master key does not fit it. */
  openKeys(): Promise<void>;
  /** Once the database is migrated; throws when the files of the database are in another store. */
  checkStore(): Promise<void>;
  close(): Promise<void>;
}

export function createProduct(
  configuration: Configuration,
  masterKeys: MasterKeys,
  database: Database,
  clock: MovableClock,
  log: Logger,
  options: ProductOptions = {},
): Product {
  const parts = createFeatureDeps(configuration, masterKeys, database, clock, log, options);
  const {
    account,
    accountDesk,
    audit,
    bounces,
    contacts,
    instructions,
    legal,
    mailbox,
    maintenance,
    operation,
    operators,
    payments,
    plans,
    presence,
    rehearsal,
  } = parts;
  const { jobs, mail, platform, post, protocol, search, serviceKey } = parts;
  const { ownData, readiness, retention, storageWatch, store, support, vault } = parts;
  const mails = allMails({
    ...{ account, accountDesk, contacts, plans, payments, protocol, presence, rehearsal },
    ...{ support, legal, operation, maintenance, ownData, retention, mailbox },
  });
  const takers = bounceTakers({ bounces, protocol }, mails);
  const table = jobTable({
    ...{
      account,
      audit,
      bounces,
      contacts,
      instructions,
      legal,
      mailbox,
      maintenance,
      masterKeys,
      ownData,
      payments,
      plans,
      post,
      presence,
      rehearsal,
      protocol,
      retention,
      support,
    },
    mail: mailWork(post, jobs, mails, clock),
    bounceTakers: takers,
  });
  jobs.register(table);

  const { publicUrl, supportEmail, operator } = configuration;
  const welcome = { clock, prices: legal.prices, publicUrl, supportEmail, operator };
  const app = createHttpApp({
    routes: [
      ...setupRoutes({
        database,
        knownMigrations: knownMigrations(migrationsFolder),
        newestMigration: newestMigration(migrationsFolder),
        programVersion,
        masterKeys,
        isMailConfigured: mail.captured === undefined,
        areBouncesRead: configuration.bounces !== undefined,
        payments: configuration.payments?.kind,
        isAssistantConfigured: configuration.assistant !== undefined,
        isObjectStorageConfigured: configuration.fileStorage.kind === 's3',
        isOperatorNamed: configuration.operator !== undefined,
        store,
        storageWatch,
      }),
      ...healthRoutes(readiness),
      ...accountRoutes(account),
      ...sessionRoutes(account),
      ...factorRoutes(account),
      ...profileRoutes(account),
      ...dashboardRoutes({
        ...platform,
        vault,
        protocol,
        maxTrustedContacts: configuration.maxTrustedContacts,
        isMailCaptured: mail.captured !== undefined,
        arePaymentsConfigured: configuration.payments !== undefined,
      }),
      ...contactRoutes(contacts),
      ...instructionRoutes(instructions, search),
      ...fileRoutes(instructions),
      ...storageRoutes(database),
      ...ownDataRoutes(ownData),
      ...planRoutes(plans, payments),
      ...giftRoutes(plans, payments),
      ...paymentRoutes(payments),
      ...troubleRoutes(payments),
      ...outageRoutes(plans),
      ...legacyRoutes(protocol, payments),
      ...requestRoutes(protocol),
      ...reviewRoutes(protocol),
      ...doubtRoutes(protocol),
      ...operatorRoutes(operators),
      ...auditRoutes(audit),
      ...operationRoutes(operation),
      ...maintenanceRoutes(maintenance),
      ...accountDeskRoutes(accountDesk),
      ...contactEntryRoutes(contacts),
      ...deliveryRoutes(protocol),
      ...keepsakeRoutes(protocol),
      ...previewRoutes(protocol),
      ...letterRoutes(protocol),
      ...rearmingRoutes(protocol),
      ...stopRoutes(protocol),
      ...rulesRoutes(protocol),
      ...presenceRoutes(presence),
      ...rehearsalRoutes(rehearsal),
      ...assistantRoutes({
        model: configuration.assistant && createLanguageModel(configuration.assistant),
        limiter: createRateLimiter(database, clock),
        log,
      }),
      ...supportRoutes(support),
      ...supportDeskRoutes(support),
      ...legalRoutes(legal),
      ...mailboxRoutes(mailbox),
      ...capturedMailRoutes(mail.captured),
      ...timeTravelRoutes(clock, () => endDay(table)),
    ],
    identify: (cookies, limit) => identifyOwner(account, cookies, limit),
    recognise: (cookies, limit) => recogniseOwner(account, cookies, limit),
    hasProof: (proof, provenAt) => isProven(proof, provenAt, clock.now()),
    operators: createOperatorGate(operators),
    rateLimiter: createRateLimiter(database, clock),
    generalLimiter: createSharedRateLimiter(
      (key, portion, limit) => countCalls(database, key, portion, limit, clock.now()),
      clock,
      log,
    ),
    clock,
    log,
    publicUrl,
    extraOrigins: configuration.isProduction ? [] : ['http://localhost:5173'],
    trustedProxies: configuration.trustedProxies,
    isProduction: configuration.isProduction,
    developerRoutesEnabled: mail.captured !== undefined,
    webRoot,
    pageValues: { SUPPORT_EMAIL: supportEmail },
    madePages: [welcomePage(welcome), robotsPage(welcome), sitemapPage(welcome)],
    indexedPaths,
    codeOf: (error) => {
      storageWatch.see(error);
      return codeOfError(error);
    },
    watch: options.watch?.requests,
    metricsPage: options.watch?.metricsPage,
  });
  return {
    app,
    jobs,
    deps: {
      ...{ account, contacts, plans, payments, presence, protocol, legal, operators, retention },
      rehearsal,
      ownData,
      mailboxes: mailbox,
      bounces: { ...bounces, takers },
    },
    readiness,
    watched: { store, pausedDomains: mail.pausedDomains },
    openKeys: async () => {
      await serviceKey.open(database, masterKeys, clock);
      await assertMasterKeysSuffice(database, masterKeys, keyTables);
    },
    checkStore: () => store.check(),
    close: async () => {
      await search.thread.close();
      await mailbox.readingThread.close();
      await mail.transport.close();
      store.close();
    },
  };
}
