import { type Editions, legalEditions } from '@zavet/contract/legal/editions';
import { type PriceEditions, priceEditions } from '@zavet/contract/prices';
import type { Logger } from 'pino';
import type { Configuration } from './config/configuration.ts';
import type { Context, Tuning } from './context.ts';
import { countedTransport } from './features/desk/service-status/count-mails.ts';
import { createVault } from './features/identity/owner-keys/vault.ts';
import { createNoteTaken } from './features/mail/bounces/ordered-mails.ts';
import { isConfirmedAddress } from './features/protocol/rules/address-repository.ts';
import { openCheckedStorage } from './features/service/storage-check/open-checked-storage.ts';
import { wiring } from './features.ts';
import { type Checkpoint, noCheckpoint } from './platform/checkpoint.ts';
import type { MovableClock } from './platform/clock/clock.ts';
import type { Database } from './platform/database/database.ts';
import { createLinkTokens } from './platform/encryption/link-tokens.ts';
import type { MasterKeys } from './platform/encryption/master-keys.ts';
import { createServiceKey } from './platform/encryption/service-key.ts';
import type { CheckedStore } from './platform/file-storage/checked-store.ts';
import { createJobQueue } from './platform/jobs/job-queue.ts';
import { loggedTransport } from './platform/mail/logged-transport.ts';
import {
  giveBackUnconfirmedAllowance,
  takeUnconfirmedAllowance,
} from './platform/mail/mail-allowance.ts';
import { openMail } from './platform/mail/open-mail.ts';
import { createReturnAddresses } from './platform/mail/return-address.ts';
import { watchedTransport } from './platform/mail/watched-transport.ts';
import { createStorageWatch } from './platform/storage-full.ts';
import type { ProductWatch } from './product-watch.ts';

/** What may differ from the configured product. */
export interface ProductOptions extends Tuning {
  checkpoint?: Checkpoint;
  editions?: Editions;
  prices?: PriceEditions;
  watch?: ProductWatch;
}

export interface OpenContext {
  ctx: Context;
  store: CheckedStore;
  pausedDomains(): number;
}

/** The context of a process. Opens no connection by itself. */
export function createContext(
  config: Configuration,
  masterKeys: MasterKeys,
  database: Database,
  clock: MovableClock,
  log: Logger,
  options: ProductOptions = {},
): OpenContext {
  const { checkpoint = noCheckpoint, editions = legalEditions, prices = priceEditions } = options;
  const { watch = {}, hashCost, handOverMs, checkDomain } = options;
  const storageWatch = createStorageWatch(clock);
  const jobs = createJobQueue(database, log, { hear: storageWatch.see, ...watch.jobs });
  const serviceKey = createServiceKey();
  const store = openCheckedStorage(config, database, clock);
  const mail = openMail(config, clock, log);
  const { bounces } = config;
  const returnAddresses = bounces && createReturnAddresses(serviceKey, bounces.place);
  const handed = loggedTransport(watchedTransport(mail.transport, watch.mail ?? {}), log);
  const ctx: Context = {
    advanceClock: clock.advance,
    ...{ database, clock, log, jobs, store, config, checkpoint, editions, prices },
    ...{ masterKeys, serviceKey, storageWatch, wiring },
    linkTokens: createLinkTokens(serviceKey),
    vault: createVault(database, masterKeys, clock),
    captured: mail.captured,
    post: {
      transport: countedTransport(handed, { database, clock, log }),
      place: { publicUrl: config.publicUrl, supportEmail: config.supportEmail },
      ...{ log, checkpoint, returnAddresses },
      noteTaken: returnAddresses && createNoteTaken({ database, clock, serviceKey }),
      waitForNamed: async (name, to) =>
        (await isConfirmedAddress(database, to))
          ? 0
          : takeUnconfirmedAllowance({ database, clock, log }, name, to),
      giveBackNamed: (to) => giveBackUnconfirmedAllowance({ database }, to),
    },
    tuning: { hashCost, handOverMs, checkDomain },
    observer: watch.observer,
    replaced: new Map(),
    closing: [() => mail.transport.close()],
  };
  return { ctx, store, pausedDomains: mail.pausedDomains };
}
