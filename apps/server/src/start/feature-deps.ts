import { type Editions, legalEditions } from '@zavet/contract/legal/editions';
import { type PriceEditions, priceEditions } from '@zavet/contract/prices';
import type { ReleaseRules } from '@zavet/contract/protocol/release-rules';
import type { Logger } from 'pino';
import { createAccountDeps } from '../features/identity/account/account-deps.ts';
import type { HashCost } from '../features/identity/account/argon2id.ts';
import { keepTombstoneJob } from '../features/service/backup/tombstone-objects.ts';
import { createNoteTaken } from '../features/mail/bounces/ordered-mails.ts';
import { createContactEntries } from '../features/people/contacts/contact-entries.ts';
import { usualHandOverMs } from '../features/people/contacts/hand-over-invitation.ts';
import { createReadiness } from '../features/service/health/readiness.ts';
import { createAssignments } from '../features/vault/instructions/assignments.ts';
import { createFilesAboveLimit } from '../features/vault/instructions/files-above-limit.ts';
import { createOneSearchEach } from '../features/vault/instructions/search/one-search-each.ts';
import { createSearchThread } from '../features/vault/instructions/search/search-thread.ts';
import { resolveByDns, usualPatience } from '../features/mail/mailbox/imap/imap-settings.ts';
import { createInTurn } from '../features/mail/mailbox/in-turn.ts';
import { createReadingThread } from '../features/mail/mailbox/reading/reading-thread.ts';
import { countedTransport } from '../features/desk/service-status/count-mails.ts';
import { createOperatorCodes } from '../features/identity/operators/operator-codes.ts';
import { createGiftEffects } from '../features/billing/plans/gift-effects.ts';
import { createPlanEffects } from '../features/billing/plans/plan-effects.ts';
import { areRemindersPaused } from '../features/protocol/check-ins/presence-repository.ts';
import { listReleases } from '../features/protocol/activation/attempt-days-repository.ts';
import { createActivationEffects } from '../features/protocol/activation/activation-effects.ts';
import { createOwnersProtocol, mustSignInToVeto } from '../features/protocol/owners-protocol.ts';
import { bringInRules } from '../features/protocol/rules/bring-in-choice.ts';
import { createOwnAddresses } from '../features/protocol/rules/own-addresses.ts';
import { reviewWaitingJob } from '../features/protocol/waiting/keep-waiting.ts';
import { orderOrphanedRefund } from '../features/protocol/waiting/refund-orphaned.ts';
import { createVault } from '../features/identity/owner-keys/vault.ts';
import { type Checkpoint, noCheckpoint } from '../platform/checkpoint.ts';
import type { MovableClock } from '../platform/clock/clock.ts';
import type { Database } from '../platform/database/database.ts';
import { knownMigrations, migrationCheck } from '../platform/database/migrate.ts';
import { createLinkTokens } from '../platform/encryption/link-tokens.ts';
import type { MasterKeys } from '../platform/encryption/master-keys.ts';
import { createServiceKey } from '../platform/encryption/service-key.ts';
import { createValueSigner } from '../platform/encryption/signed-value.ts';
import { createRateLimiter } from '../platform/http/rate-limiter.ts';
import { createJobQueue } from '../platform/jobs/job-queue.ts';
import { createDomainCheck, type DomainCheck } from '../platform/mail/domain-takes-mail.ts';
import { loggedTransport } from '../platform/mail/logged-transport.ts';
import {
  giveBackUnconfirmedAllowance,
  takeUnconfirmedAllowance,
} from '../platform/mail/mail-allowance.ts';
import { watchedTransport } from '../platform/mail/watched-transport.ts';
import { createStorageWatch } from '../platform/storage-full.ts';
import { createBounceDeps, reportWays } from './bounce-deps.ts';
import type { Configuration } from '../config/configuration.ts';
import { migrationsFolder } from './folders.ts';
import { openCheckedStorage } from './open-checked-storage.ts';
import { openMail } from './open-mail.ts';
import { openPayments } from './open-payments.ts';
import { createReadSections } from './own-data-sections.ts';
import type { ProductWatch } from './product-watch.ts';
import { programVersion } from './program-version.ts';

/** What may differ where a test starts the product. */
export interface ProductOptions {
  checkpoint?: Checkpoint;
  /** The editions of the documents, where others than the published ones are meant. */
  editions?: Editions;
  /** The price lists, where others than the published ones are meant. */
  prices?: PriceEditions;
  /** What hashing a password costs, where a test does it often. */
  hashCost?: HashCost;
  /** How long an owner waits for the mail server, where not as usual. */
  handOverMs?: number;
  /** Whether a domain takes mail, where a test asks name servers of its own. */
  checkDomain?: DomainCheck;
  /** What watches over the process. */
  watch?: ProductWatch;
}

/** What the use cases of every feature work with, put together. */
export function createFeatureDeps(
  configuration: Configuration,
  masterKeys: MasterKeys,
  database: Database,
  clock: MovableClock,
  log: Logger,
  {
    checkpoint = noCheckpoint,
    editions = legalEditions,
    prices = priceEditions,
    hashCost,
    handOverMs = usualHandOverMs,
    checkDomain,
    watch = {},
  }: ProductOptions = {},
) {
  const mail = openMail(configuration, clock, log);
  const store = openCheckedStorage(configuration, database, clock);
  const place = { publicUrl: configuration.publicUrl, supportEmail: configuration.supportEmail };
  const watched = watchedTransport(mail.transport, watch.mail ?? {});
  const handed = loggedTransport(watched, log);
  const transport = countedTransport(handed, { database, clock, log });
  const storageWatch = createStorageWatch(clock);
  const jobs = createJobQueue(database, log, { hear: storageWatch.see, ...watch.jobs });
  const readiness = createReadiness({
    isMigrated: migrationCheck(watch.observer ?? database, knownMigrations(migrationsFolder)),
    masterKeys,
    store,
    jobs,
  });
  const serviceKey = createServiceKey();
  const platform = { database, clock, jobs, log };
  const bounces = createBounceDeps(configuration, { ...platform, serviceKey, checkpoint });
  const { returnAddresses } = bounces;
  const noteTaken = returnAddresses && createNoteTaken(bounces);
  const ownAddresses = createOwnAddresses(platform);
  const waitForNamed = async (name: string, to: string) =>
    (await ownAddresses.isConfirmed(to)) ? 0 : takeUnconfirmedAllowance(platform, name, to);
  const giveBackNamed = (to: string) => giveBackUnconfirmedAllowance(platform, to);
  const post = {
    ...{ transport, place, log, checkpoint, returnAddresses, noteTaken },
    ...{ waitForNamed, giveBackNamed },
  };
  const vault = createVault(database, masterKeys, clock);
  const account = createAccountDeps(
    {
      ...platform,
      editions,
      accountLeaves: (userId) => orderOrphanedRefund({ database, jobs }, userId),
      addressChanged: ownAddresses.addressBecameFirst,
      accountDeleted: (user_id, at) =>
        jobs.enqueue(keepTombstoneJob, { user_id, deleted_at: at.toISOString() }),
      contactEntries: createContactEntries(platform),
      ownerAddresses: ownAddresses.list,
      mustSignInToVeto: (userId) => mustSignInToVeto(database, userId),
      forgetMailTo: async (email) => mail.captured?.forgetOlderTo(email),
    },
    serviceKey,
    configuration.publicUrl,
    hashCost,
  );
  const linkTokens = createLinkTokens(serviceKey);
  const instructions = { ...platform, vault, store };
  const search = {
    ...instructions,
    oneSearchEach: createOneSearchEach(database, clock),
    thread: createSearchThread(database.driver),
  };
  const plans = {
    ...platform,
    place,
    files: createFilesAboveLimit(instructions),
    listReleases: (ownerId: string) => listReleases(database, ownerId),
    prices,
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
    mode: configuration.activationMode,
    checkpoint,
    prices,
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
    areRemindersPaused: (ownerId: string) => areRemindersPaused(database, ownerId),
    maxContacts: configuration.maxTrustedContacts,
    handOverMs,
    prices,
  };
  const support = { ...platform, vault, place };
  const mailbox = {
    ...platform,
    vault,
    imap: { ...configuration.mailbox, resolve: resolveByDns, patience: usualPatience },
    readInTurn: createInTurn(4, 2),
    searchInTurn: createInTurn(2, 1),
    readingThread: createReadingThread(),
  };
  const legal = {
    ...platform,
    place,
    editions,
    prices,
    operator: configuration.operator,
    maxContacts: configuration.maxTrustedContacts,
  };
  const presence = { ...platform, linkTokens };
  const rehearsal = {
    ...platform,
    vault,
    linkTokens,
    protocol,
    contacts,
    place,
    // A local mailbox takes everything, whatever the name servers say.
    checkDomain:
      checkDomain ?? (mail.captured ? async () => 'takes' as const : createDomainCheck()),
  };
  const retention = {
    ...platform,
    account,
    protocol,
    checkpoint,
    captured: mail.captured,
  };
  const audit = { ...platform, store, serviceKey };
  const operation = {
    ...platform,
    programVersion,
    knownMigrations: knownMigrations(migrationsFolder).length,
    reportWays: reportWays(configuration),
  };
  const operators = { database, clock, codes: createOperatorCodes(serviceKey) };
  const planEffects = createPlanEffects(plans);
  const payments = {
    ...platform,
    provider: openPayments(configuration, clock),
    effects: {
      purchase: planEffects,
      renewal: planEffects,
      activation: createActivationEffects(protocol),
      gift: createGiftEffects(plans),
    },
    refusesTests: configuration.isProduction,
    checkpoint,
  };
  const accountDesk = { account, contacts, payments, plans, vault };
  const sections = { account, contacts, payments, plans, presence, protocol, rehearsal, support };
  const ownData = {
    ...instructions,
    readSections: createReadSections(sections),
    contacts,
    importRules: (userId: string, rules: ReleaseRules) => bringInRules(protocol, userId, rules),
    limiter: createRateLimiter(database, clock),
    ticketSigner: createValueSigner(serviceKey, 'export-ticket'),
  };
  return {
    account,
    audit,
    accountDesk,
    bounces,
    contacts,
    instructions,
    jobs,
    legal,
    mailbox,
    maintenance: platform,
    mail,
    operation,
    operators,
    ownData,
    payments,
    plans,
    platform,
    post,
    presence,
    protocol,
    readiness,
    rehearsal,
    retention,
    search,
    serviceKey,
    storageWatch,
    store,
    support,
    vault,
  };
}
