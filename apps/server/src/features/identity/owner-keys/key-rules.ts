interface CountedKeys {
  master_version: number;
  keys: number;
}

/** Master keys, and the numbers of keys they wrap. */
export interface KeyStatus {
  versions: number[];
  /** Wraps new keys. */
  newest: number;
  /** Wraps the service key; undefined before the first start. */
  service?: number;
  owners: CountedKeys[];
  requests: CountedKeys[];
}

export function isFullyRewrapped(status: KeyStatus): boolean {
  return countOlderKeys(status) === 0;
}

/** Keys still wrapped by an older master key, including the service key. */
export function countOlderKeys({ newest, service = newest, ...keys }: KeyStatus): number {
  const older = [...keys.owners, ...keys.requests].filter(
    ({ master_version }) => master_version < newest,
  );
  return older.reduce((sum, each) => sum + each.keys, service < newest ? 1 : 0);
}

export type DropRefusal = 'unknown' | 'newest' | 'needed';

/** Undefined if the master key may be removed. */
export function dropRefusal(status: KeyStatus, version: number): DropRefusal | undefined {
  if (!status.versions.includes(version)) return 'unknown';
  if (version === status.newest) return 'newest';
  const isNeeded =
    status.service === version ||
    [...status.owners, ...status.requests].some(({ master_version }) => master_version === version);
  return isNeeded ? 'needed' : undefined;
}
