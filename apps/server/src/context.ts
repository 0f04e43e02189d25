import type { PriceEditions } from '@zavet/contract/billing/plan-catalogue';
import type { Editions } from '@zavet/contract/identity/editions';
import type { SweptKind } from '@zavet/contract/service/retention-table';
import type { ArchiveSections } from '@zavet/contract/vault/archive-schema';
import type { Logger } from 'pino';
import type { Configuration } from './config/configuration.ts';
import type { Clock } from './platform/clock.ts';
import type { RemovalCounts } from './platform/database/batches.ts';
import type { Database } from './platform/database/database.ts';
import type { DatabaseObserver } from './platform/database/database-observer.ts';
import type { KeyTable } from './platform/encryption/key-repository.ts';
import type { MasterKeys } from './platform/encryption/master-keys.ts';
import type { Vault } from './platform/encryption/owner-key.ts';
import type { LoadableServiceKey } from './platform/encryption/service-key.ts';
import type { LinkTokens } from './platform/encryption/tokens.ts';
import type { ObjectStore } from './platform/file-storage/object-store.ts';
import type { StorageWatch } from './platform/file-storage/storage-full.ts';
import type { JobQueue } from './platform/jobs/job-queue.ts';
import type { CapturedMailStore } from './platform/mail/captured-mail-store.ts';
import type { DomainCheck } from './platform/mail/domain-check.ts';
import type { AnyMail } from './platform/mail/mail.ts';
import type { Mailer } from './platform/mail/mailer.ts';
import type { PostponedMails } from './platform/mail/open-mail.ts';
import type { Checkpoint } from './platform/process.ts';

/** Platform services, passed to every use case. One per process; tests may replace parts. */
export interface Context {
  database: Database;
  clock: Clock;
  /** For time travel in development. */
  advanceClock(milliseconds: number): void;
  log: Logger;
  jobs: JobQueue;
  mailer: Mailer;
  /** Set only if mail is captured. */
  capturedMails: CapturedMailStore | undefined;
  store: ObjectStore;
  masterKeys: MasterKeys;
  serviceKey: LoadableServiceKey;
  vault: Vault;
  linkTokens: LinkTokens;
  config: Configuration;
  editions: Editions;
  prices: PriceEditions;
  checkpoint: Checkpoint;
  storageWatch: StorageWatch;
  postponedMails: PostponedMails;
  /** Separate connection for probes. */
  observer: DatabaseObserver | undefined;
  /** Called when the process stops. */
  onClose: (() => Promise<void>)[];
  tuning: Tuning;
  wiring: Wiring;
  /** Services replaced in tests. */
  replacements: ReadonlyMap<unknown, unknown>;
}

/** Collected from the manifests of all features (`feature.ts`). */
export interface Wiring {
  subscriptions: readonly Subscription[];
  provisions: readonly Provision[];
  mails: readonly AnyMail<Context>[];
  exports: readonly ExportSections[];
  retention: readonly RetentionRules[];
  keyTables: KeyTables;
  /** Run at the end of each simulated day during time travel. */
  endOfDayTasks: readonly ((ctx: Context) => Promise<void>)[];
}

/** Sections of an owner's data export. */
export type ExportSections = {
  [Name in keyof ArchiveSections]?: (
    ctx: Context,
    userId: string,
  ) => Promise<ArchiveSections[Name]>;
};

/** Removes at most `limit` due rows per kind, in the caller's transaction. All zeros if none are left. */
export type RetentionRules = {
  [Kind in SweptKind]?: (
    ctx: Pick<Context, 'database' | 'capturedMails'>,
    now: Date,
    limit: number,
  ) => Promise<RemovalCounts>;
};

/** Tables with keys wrapped by a master key, except the service key. */
export interface KeyTables {
  owners: KeyTable;
  requests: KeyTable;
}

export interface Subscription {
  event: object;
  handle(ctx: Context, payload: unknown): Promise<void>;
}

export interface Provision {
  port: object;
  create(ctx: Context): unknown;
}

export interface Tuning {
  hashCost?: { memory: number; passes: number };
  /** Maximum wait for the mail server; afterwards the owner is shown the code instead. */
  handOverTimeoutMs?: number;
  checkDomain?: DomainCheck;
}

/** Creates a service once per context, on first use. */
export function perContext<Service>(create: (ctx: Context) => Service): (ctx: Context) => Service {
  const created = new WeakMap<Context, { service: Service }>();
  return function service(ctx) {
    if (ctx.replacements.has(service)) return ctx.replacements.get(service) as Service;
    let entry = created.get(ctx);
    if (!entry) {
      entry = { service: create(ctx) };
      created.set(ctx, entry);
    }
    return entry.service;
  };
}

/** Replaces a service, for tests. */
export function withService<Service>(
  ctx: Context,
  accessor: (ctx: Context) => Service,
  service: Service,
): Context {
  return { ...ctx, replacements: new Map([...ctx.replacements, [accessor, service]]) };
}
