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
import type { Checkpoint } from './platform/process.ts';

/** What every use case works with. A process makes one; a test may replace a part of it. */
export interface Context {
  database: Database;
  clock: Clock;
  /** For developers, who let days pass. */
  advanceClock(milliseconds: number): void;
  log: Logger;
  jobs: JobQueue;
  mailer: Mailer;
  /** Set only while mail is captured. */
  captured: CapturedMailStore | undefined;
  store: ObjectStore;
  masterKeys: MasterKeys;
  serviceKey: LoadableServiceKey;
  vault: Vault;
  linkTokens: LinkTokens;
  config: Configuration;
  /** The published ones, unless a test gives others. */
  editions: Editions;
  prices: PriceEditions;
  checkpoint: Checkpoint;
  /** Remembers for a while that the disk was full. */
  storageWatch: StorageWatch;
  /** Its own connection for probes, where the process is watched. */
  observer: DatabaseObserver | undefined;
  /** Ends what services of this context have started. */
  closing: (() => Promise<void>)[];
  /** Cheaper, shorter or local in tests. */
  tuning: Tuning;
  wiring: Wiring;
  /** Services that a test has put in place of others. */
  replaced: ReadonlyMap<unknown, unknown>;
}

/** What services read of the manifests of the features (`feature.ts`). */
export interface Wiring {
  subscriptions: readonly Subscription[];
  provisions: readonly Provision[];
  mails: readonly AnyMail<Context>[];
  exports: readonly ExportSections[];
  retention: readonly RetentionRules[];
  keyTables: KeyTables;
  /** What the end of a day brings when a developer lets days pass. */
  endOfDay: readonly ((ctx: Context) => Promise<void>)[];
}

/** What an owner's export contains of a feature, by the name of the section. */
export type ExportSections = {
  [Name in keyof ArchiveSections]?: (
    ctx: Context,
    userId: string,
  ) => Promise<ArchiveSections[Name]>;
};

/**
 * What ends data of a kind: removes at most `limit` rows that are due, in the caller's transaction.
 * All zeros where nothing is left.
 */
export type RetentionRules = {
  [Kind in SweptKind]?: (
    ctx: Pick<Context, 'database' | 'captured'>,
    now: Date,
    limit: number,
  ) => Promise<RemovalCounts>;
};

/** Every table with keys that a master key wraps, besides the service key. */
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
  /** Cost of hashing a password. */
  hashCost?: { memory: number; passes: number };
  /** How long an owner waits for the mail server before the code is shown. */
  handOverMs?: number;
  /** Asks whether a domain takes mail. */
  checkDomain?: DomainCheck;
}

/** A service made from a context when it is first used, once per context. */
export function perContext<Service>(create: (ctx: Context) => Service): (ctx: Context) => Service {
  const made = new WeakMap<Context, { service: Service }>();
  return function service(ctx) {
    if (ctx.replaced.has(service)) return ctx.replaced.get(service) as Service;
    let entry = made.get(ctx);
    if (!entry) {
      entry = { service: create(ctx) };
      made.set(ctx, entry);
    }
    return entry.service;
  };
}

/** The same context with another service, for tests. */
export function withService<Service>(
  ctx: Context,
  of: (ctx: Context) => Service,
  service: Service,
): Context {
  return { ...ctx, replaced: new Map([...ctx.replaced, [of, service]]) };
}
