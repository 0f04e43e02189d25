import type { SetupView, setupErrors, setupWarnings } from '@zavet/contract/setup/setup-endpoints';
import { setupTimings } from '@zavet/contract/timings';
import type { Context } from '../../../context.ts';
import { hasPendingMigrations } from '../../../platform/database/migrate.ts';
import { isStorageFull } from '../../../platform/storage-full.ts';

type SetupError = (typeof setupErrors)[number];
type SetupWarning = (typeof setupWarnings)[number];

/** What keeps the product from working, and what it does without. */
export async function checkSetup(
  ctx: Context,
  knownMigrations: readonly string[],
): Promise<SetupView> {
  const errors: SetupError[] = [];
  const databaseError = await findDatabaseError(ctx, knownMigrations);
  if (databaseError) errors.push(databaseError);
  if (!ctx.masterKeys.isPresent()) errors.push('master_key_missing');
  const storeError = await failureOf(ctx.store.probe());
  if (isStorageFull(storeError) || ctx.storageWatch.wasFullLately()) errors.push('storage_full');
  return {
    status: errors.length > 0 ? 'setup_required' : 'ready',
    errors,
    warnings: findWarnings(ctx, storeError !== undefined),
    mailbox_available: ctx.captured !== undefined,
    mock_payment_available: ctx.config.payments?.kind === 'mock',
  };
}

async function findDatabaseError(
  ctx: Context,
  knownMigrations: readonly string[],
): Promise<SetupError | undefined> {
  try {
    await withinProbeTime(ctx.database.ping());
    const isBehind = await withinProbeTime(hasPendingMigrations(ctx.database, knownMigrations));
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

function findWarnings({ config, captured }: Context, isStoreAway: boolean): SetupWarning[] {
  const isMailConfigured = captured === undefined;
  const missing: Record<SetupWarning, boolean> = {
    mail_not_configured: !isMailConfigured,
    // Captured mail never bounces.
    bounces_not_read: isMailConfigured && !config.bounces,
    payments_not_configured: config.payments?.kind !== 'yookassa',
    assistant_not_configured: !config.assistant,
    object_storage_not_configured: config.fileStorage.kind !== 's3',
    operator_not_named: config.operator === undefined,
    file_storage_unreachable: isStoreAway,
  };
  return (Object.keys(missing) as SetupWarning[]).filter((warning) => missing[warning]);
}
