import type { SetupView, setupErrors, setupWarnings } from '@zavet/contract/setup/setup-endpoints';
import { setupTimings } from '@zavet/contract/timings';
import type { Database } from '../../../platform/database/database.ts';
import { hasPendingMigrations } from '../../../platform/database/migrate.ts';
import type { MasterKeys } from '../../../platform/encryption/master-keys.ts';
import type { ObjectStore } from '../../../platform/file-storage/object-store.ts';
import { isStorageFull, type StorageWatch } from '../../../platform/storage-full.ts';

type SetupError = (typeof setupErrors)[number];
type SetupWarning = (typeof setupWarnings)[number];

export interface SetupDeps {
  database: Database;
  knownMigrations: readonly string[];
  newestMigration: string;
  programVersion: string;
  masterKeys: Pick<MasterKeys, 'isPresent'>;
  isMailConfigured: boolean;
  /** Delivery reports come back to us. */
  areBouncesRead: boolean;
  payments: 'mock' | 'yookassa' | undefined;
  isAssistantConfigured: boolean;
  isObjectStorageConfigured: boolean;
  isOperatorNamed: boolean;
  store: Pick<ObjectStore, 'probe'>;
  storageWatch: StorageWatch;
}

/** What keeps the product from working, and what it does without. */
export async function checkSetup(deps: SetupDeps): Promise<SetupView> {
  const errors: SetupError[] = [];
  const databaseError = await findDatabaseError(deps);
  if (databaseError) errors.push(databaseError);
  if (!deps.masterKeys.isPresent()) errors.push('master_key_missing');
  const storeError = await failureOf(deps.store.probe());
  if (isStorageFull(storeError) || deps.storageWatch.wasFullLately()) errors.push('storage_full');
  return {
    status: errors.length > 0 ? 'setup_required' : 'ready',
    errors,
    warnings: findWarnings(deps, storeError !== undefined),
    mailbox_available: !deps.isMailConfigured,
    mock_payment_available: deps.payments === 'mock',
  };
}

async function findDatabaseError(deps: SetupDeps): Promise<SetupError | undefined> {
  const { database, knownMigrations } = deps;
  try {
    await withinProbeTime(database.ping());
    const isBehind = await withinProbeTime(hasPendingMigrations(database, knownMigrations));
    return isBehind ? 'migrations_missing' : undefined;
  } catch {
    return 'database_unreachable';
  }
}

function failureOf(probe: Promise<void>): Promise<unknown> {
  return withinProbeTime(probe).then(
    () => undefined,
    (error: unknown) => error ?? new Error('failed'),
  );
}

function withinProbeTime<T>(probe: Promise<T>): Promise<T> {
  const { promise: timeout, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('probe timed out')), setupTimings.probeTimeout);
  return Promise.race([probe, timeout]).finally(() => clearTimeout(timer));
}

function findWarnings(deps: SetupDeps, isStoreAway: boolean): SetupWarning[] {
  const missing: Record<SetupWarning, boolean> = {
    mail_not_configured: !deps.isMailConfigured,
    // Captured mail never bounces.
    bounces_not_read: deps.isMailConfigured && !deps.areBouncesRead,
    payments_not_configured: deps.payments !== 'yookassa',
    assistant_not_configured: !deps.isAssistantConfigured,
    object_storage_not_configured: !deps.isObjectStorageConfigured,
    operator_not_named: !deps.isOperatorNamed,
    file_storage_unreachable: isStoreAway,
  };
  return (Object.keys(missing) as SetupWarning[]).filter((warning) => missing[warning]);
}
