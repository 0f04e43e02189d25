interface CountedKeys {
  master_version: number;
  keys: number;
}

/** Which master keys there are, and what each of them closes. */
export interface KeyStatus {
  versions: number[];
  /** The version that closes new keys. */
  newest: number;
  /** The version that closes the service key; none before the first start. */
  service?: number;
  owners: CountedKeys[];
  requests: CountedKeys[];
}

/** Whether everything is closed with the newest master key. */
export function isFullyRewrapped(status: KeyStatus): boolean {
  return countOlderKeys(status) === 0;
}

/** How many keys an older master key still closes, the service key included. */
export function countOlderKeys({ newest, service = newest, ...keys }: KeyStatus): number {
  const older = [...keys.owners, ...keys.requests].filter(
    ({ master_version }) => master_version < newest,
  );
  return older.reduce((sum, each) => sum + each.keys, service < newest ? 1 : 0);
}

export type DropRefusal = 'unknown' | 'newest' | 'needed';

/** Why a master key must stay, if it must. */
export function dropRefusal(status: KeyStatus, version: number): DropRefusal | undefined {
  if (!status.versions.includes(version)) return 'unknown';
  if (version === status.newest) return 'newest';
  const isNeeded =
    status.service === version ||
    [...status.owners, ...status.requests].some(({ master_version }) => master_version === version);
  return isNeeded ? 'needed' : undefined;
}
