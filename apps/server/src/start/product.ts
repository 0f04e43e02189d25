import { type Editions, legalEditions } from '@zavet/contract/legal/editions';
import type { Logger } from 'pino';
import { type AccountDeps, createAccountDeps } from '../features/account/account-deps.ts';
import { accountRoutes } from '../features/account/account-routes.ts';
import type { HashCost } from '../features/account/argon2id.ts';
import { identifyOwner, recogniseOwner } from '../features/account/session-cookies.ts';
import { profileRoutes, sessionRoutes } from '../features/account/session-routes.ts';
import { assistantRoutes } from '../features/assistant/assistant-routes.ts';
import { createLanguageModel } from '../features/assistant/language-model.ts';
import { keepTombstoneJob } from '../features/backup/tombstone-objects.ts';
import { capturedMailRoutes } from '../features/captured-mail/captured-mail-routes.ts';
import type { ContactDeps } from '../features/contacts/contact-deps.ts';
import { createContactEntries } from '../features/contacts/contact-entries.ts';
import { contactRoutes } from '../features/contacts/contact-routes.ts';
import { usualHandOverMs } from '../features/contacts/hand-over-invitation.ts';
import { dashboardRoutes } from '../features/dashboard/dashboard-routes.ts';
import { createAssignments } from '../features/instructions/assignments.ts';
import { fileRoutes } from '../features/instructions/file-routes.ts';
import { createFilesAboveLimit } from '../features/instructions/files-above-limit.ts';
import { instructionRoutes } from '../features/instructions/instruction-routes.ts';
import { createOneSearchEach } from '../features/instructions/search/one-search-each.ts';
import { createSearchThread } from '../features/instructions/search/search-thread.ts';
import type { LegalDeps } from '../features/legal/legal-deps.ts';
import { legalRoutes } from '../features/legal/legal-routes.ts';
import type { PaymentDeps } from '../features/payments/payment-deps.ts';
import { paymentRoutes } from '../features/payments/payment-routes.ts';
import type { PlanDeps } from '../features/plans/plan-deps.ts';
import { createPlanEffects } from '../features/plans/plan-effects.ts';
import { planRoutes } from '../features/plans/plan-routes.ts';
import type { PresenceDeps } from '../features/presence/presence-deps.ts';
import { presenceRoutes } from '../features/presence/presence-routes.ts';
import { createActivationEffects } from '../features/protocol/activation/activation-effects.ts';
import { deliveryRoutes } from '../features/protocol/delivery/delivery-routes.ts';
import { contactEntryRoutes } from '../features/protocol/legacies/contact-entry-routes.ts';
import { legacyRoutes } from '../features/protocol/legacies/legacy-routes.ts';
import { createOwnersProtocol } from '../features/protocol/owners-protocol.ts';
import type { ProtocolDeps } from '../features/protocol/protocol-deps.ts';
import { rearmingRoutes } from '../features/protocol/rearming/rearming-routes.ts';
import { createOwnAddresses } from '../features/protocol/rules/own-addresses.ts';
import { rulesRoutes } from '../features/protocol/rules/rules-routes.ts';
import { stopRoutes } from '../features/protocol/stop/stop-routes.ts';
import { reviewWaitingJob } from '../features/protocol/waiting/keep-waiting.ts';
import { orderOrphanedRefund } from '../features/protocol/waiting/refund-orphaned.ts';
import { setupRoutes } from '../features/setup/setup-routes.ts';
import { storageRoutes } from '../features/storage/storage-routes.ts';
import { supportRoutes } from '../features/support/support-routes.ts';
import { timeTravelRoutes } from '../features/time-travel/time-travel-routes.ts';
import { assertMasterKeysSuffice } from '../features/vault/check-keys.ts';
import { createVault } from '../features/vault/vault.ts';
import { type Checkpoint, noCheckpoint } from '../platform/checkpoint.ts';
import type { MovableClock } from '../platform/clock/clock.ts';
import type { Database } from '../platform/database/database.ts';
import { knownMigrations } from '../platform/database/migrate.ts';
import { createLinkTokens } from '../platform/encryption/link-tokens.ts';
import type { MasterKeys } from '../platform/encryption/master-keys.ts';
import { createServiceKey } from '../platform/encryption/service-key.ts';
import { createValueSigner } from '../platform/encryption/signed-value.ts';
import { createHttpApp, type HttpApp } from '../platform/http/http-server.ts';
import { createRateLimiter } from '../platform/http/rate-limiter.ts';
import { createJobQueue, type JobQueue } from '../platform/jobs/job-queue.ts';
import { mailWork } from '../platform/mail/mail-work.ts';
import { createStorageWatch } from '../platform/storage-full.ts';
import { codeOfError } from './code-of-error.ts';
import type { Configuration } from './configuration.ts';
import { migrationsFolder, webRoot } from './folders.ts';
import { endDay } from './job-row.ts';
import { jobTable } from './job-table.ts';
import { allMails } from './mails.ts';
import { openFileStorage } from './open-file-storage.ts';
import { openMail } from './open-mail.ts';
import { openPayments } from './open-payments.ts';

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
    contacts: ContactDeps;
  };
  /** Once the database is migrated; throws when the master key does not fit it. */
  openKeys(): Promise<void>;
  close(): Promise<void>;
}

interface ProductOptions {
  checkpoint?: Checkpoint;
  /** The editions of the documents, where others than the published ones are meant. */
  editions?: Editions;
  /** What hashing a password costs, where a test does it often. */
  hashCost?: HashCost;
  /** How long an owner waits for the mail server, where not as usual. */
  handOverMs?: number;
}

export function createProduct(
  configuration: Configuration,
  masterKeys: MasterKeys,
  database: Database,
  clock: MovableClock,
  log: Logger,
  {
    checkpoint = noCheckpoint,
    editions = legalEditions,
    hashCost,
    handOverMs = usualHandOverMs,
  }: ProductOptions = {},
): Product {
  const mail = openMail(configuration, clock);
  const store = openFileStorage(configuration);
  const place = { publicUrl: configuration.publicUrl, supportEmail: configuration.supportEmail };
  const post = { transport: mail.transport, place, log, checkpoint };
  const storageWatch = createStorageWatch(clock);
  const jobs = createJobQueue(database, log, storageWatch.see);
  const serviceKey = createServiceKey();
  const platform = { database, clock, jobs, log };
  const vault = createVault(database, masterKeys, clock);
  const ownAddresses = createOwnAddresses(platform);
  const account = createAccountDeps(
    {
      ...platform,
      editions,
      accountLeaves: (userId) => orderOrphanedRefund({ database, jobs }, userId),
      addressChanged: ownAddresses.addressBecameFirst,
      accountDeleted: (user_id, at) =>
        jobs.enqueue(keepTombstoneJob, { user_id, deleted_at: at.toISOString() }),
      contactEntries: createContactEntries(platform),
    },
    serviceKey,
    hashCost,
  );
  const linkTokens = createLinkTokens(serviceKey);
  const instructions = { ...platform, vault, store };
  const search = {
    database,
    vault,
    oneSearchEach: createOneSearchEach(database, clock),
    thread: createSearchThread(database.driver),
  };
  const plans = {
    ...platform,
    place,
    files: createFilesAboveLimit(instructions),
  };
  const protocol = {
    ...platform,
    vault,
    pins: account.pins,
    serviceKey,
    linkTokens,
    sessionSigner: createValueSigner(serviceKey, 'delivery-cookie'),
    post,
    instructions,
    checkpoint,
  };
  const contacts = {
    ...platform,
    vault,
    serviceKey,
    linkTokens,
    post,
    assignments: createAssignments(database),
    contactLeft: (owner_id: string) => jobs.enqueue(reviewWaitingJob, { owner_id }),
    isSecondAddress: ownAddresses.isSecondAddress,
    protocol: createOwnersProtocol(protocol),
    maxContacts: configuration.maxTrustedContacts,
    handOverMs,
  };
  const support = { ...platform, vault, place };
  const legal = {
    ...platform,
    place,
    editions,
    operator: configuration.operator,
  };
  const presence = { ...platform, linkTokens };
  const planEffects = createPlanEffects(plans);
  const payments = {
    ...platform,
    provider: openPayments(configuration, clock),
    effects: {
      purchase: planEffects,
      renewal: planEffects,
      activation: createActivationEffects(protocol),
    },
    refusesTests: configuration.isProduction,
    checkpoint,
  };
  const mails = allMails({
    ...{ account, contacts, plans, payments, protocol, presence, support, legal },
  });
  const table = jobTable({
    ...{
      account,
      contacts,
      instructions,
      legal,
      masterKeys,
      payments,
      plans,
      post,
      presence,
      protocol,
      support,
    },
    mail: mailWork(post, jobs, mails),
  });
  jobs.register(table);

  const app = createHttpApp({
    routes: [
      ...setupRoutes({
        database,
        knownMigrations: knownMigrations(migrationsFolder),
        masterKeys,
        isMailConfigured: mail.captured === undefined,
        payments: configuration.payments?.kind,
        isAssistantConfigured: configuration.assistant !== undefined,
        isObjectStorageConfigured: configuration.fileStorage.kind === 's3',
        isOperatorNamed: configuration.operator !== undefined,
        store,
        storageWatch,
      }),
      ...accountRoutes(account),
      ...sessionRoutes(account),
      ...profileRoutes(account),
      ...dashboardRoutes({
        ...platform,
        vault,
        maxTrustedContacts: configuration.maxTrustedContacts,
        isMailConfigured: mail.captured === undefined,
        arePaymentsConfigured: configuration.payments !== undefined,
      }),
      ...contactRoutes(contacts),
      ...instructionRoutes(instructions, search),
      ...fileRoutes(instructions),
      ...storageRoutes(database),
      ...planRoutes(plans, payments),
      ...paymentRoutes(payments),
      ...legacyRoutes(protocol, payments),
      ...contactEntryRoutes(contacts),
      ...deliveryRoutes(protocol),
      ...rearmingRoutes(protocol),
      ...stopRoutes(protocol),
      ...rulesRoutes(protocol),
      ...presenceRoutes(presence),
      ...assistantRoutes({
        model: configuration.assistant && createLanguageModel(configuration.assistant),
        limiter: createRateLimiter(database, clock),
        log,
      }),
      ...supportRoutes(support),
      ...legalRoutes(legal),
      ...capturedMailRoutes(mail.captured),
      ...timeTravelRoutes(clock, () => endDay(table)),
    ],
    identify: (cookies, limit) => identifyOwner(account, cookies, limit),
    recognise: (cookies, limit) => recogniseOwner(account, cookies, limit),
    rateLimiter: createRateLimiter(database, clock),
    clock,
    log,
    publicUrl: configuration.publicUrl,
    extraOrigins: configuration.isProduction ? [] : ['http://localhost:5173'],
    trustedProxies: configuration.trustedProxies,
    isProduction: configuration.isProduction,
    developerRoutesEnabled: mail.captured !== undefined,
    webRoot,
    codeOf: (error) => {
      storageWatch.see(error);
      return codeOfError(error);
    },
  });
  return {
    app,
    jobs,
    deps: { account, contacts, plans, payments, presence, protocol, legal },
    openKeys: async () => {
      await serviceKey.open(database, masterKeys, clock);
      await assertMasterKeysSuffice(database, masterKeys);
    },
    close: async () => {
      await search.thread.close();
      await mail.transport.close();
      store.close();
    },
  };
}
