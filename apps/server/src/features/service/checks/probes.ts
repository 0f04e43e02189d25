import { perContext } from '../../../context.ts';
import { hasPendingMigrations, knownMigrations } from '../../../platform/database/migrate.ts';
import type { ObjectStore } from '../../../platform/file-storage/object-store.ts';
import { migrationsFolder } from '../../../platform/folders.ts';
import { isStorageFull } from '../../../platform/storage-full.ts';
import type { ProcessState } from './checks.ts';

interface Limits {
  /** An outcome is repeated for this long. */
  keptMs: number;
  /** A probe that takes longer has failed. */
  longestMs: number;
}

type Probe<T> = (limits: Limits) => Promise<T>;

/**
 * A probe for any number of callers: one at a time, its outcome is kept for a moment. While one hangs
 * no other is started, and no caller waits longer than `longestMs`.
 */
export function keptProbe<T>(
  look: () => Promise<T>,
  failed: (error: unknown) => T,
  now = () => performance.now(),
): Probe<T> {
  let known: { outcome: T; at: number } | undefined;
  let looking: Promise<T> | undefined;

  const keep = (outcome: T) => {
    known = { outcome, at: now() };
    return outcome;
  };
  const begin = () => {
    const begun = look()
      .then(keep, (error: unknown) => keep(failed(error)))
      .finally(() => {
        looking = undefined;
      });
    looking = begun;
    return begun;
  };

  return async ({ keptMs, longestMs }) => {
    if (known && now() - known.at < keptMs) return known.outcome;
    const { promise: late, resolve } = Promise.withResolvers<T>();
    const timer = setTimeout(() => resolve(keep(failed(new Error('timed out')))), longestMs);
    return Promise.race([looking ?? begin(), late]).finally(() => clearTimeout(timer));
  };
}

interface Probed {
  /** Throws while the database does not answer; true while it lacks a migration. */
  isBehind(): Promise<boolean>;
  store: Pick<ObjectStore, 'probe'>;
}

export interface Probes {
  database: Probe<ProcessState['database']>;
  store: Probe<ProcessState['store']>;
}

export function createProbes({ isBehind, store }: Probed): Probes {
  return {
    database: keptProbe(
      async () => ((await isBehind()) ? 'behind' : 'works'),
      () => 'away',
    ),
    store: keptProbe(
      () => store.probe().then(() => 'works'),
      (error) => (isStorageFull(error) ? 'full' : 'away'),
    ),
  };
}

/** Over connections of their own, where the process is watched: many callers are no outage. */
export const probes = perContext(({ observer, database, store }) => {
  const known = knownMigrations(migrationsFolder);
  return createProbes({ isBehind: () => hasPendingMigrations(observer ?? database, known), store });
});
