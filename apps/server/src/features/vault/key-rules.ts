/** Which master keys there are, and what each of them closes. */
export interface KeyStatus {
  versions: number[];
  /** The version that closes new keys. */
  newest: number;
  /** The version that closes the service key; undefined before the first start. */
  service: number | undefined;
  owners: { master_version: number; keys: number }[];
}

/** Whether everything is closed with the newest master key. */
export function isClosedAnew({ newest, service, owners }: KeyStatus): boolean {
  const olderThanNewest = (version: number | undefined) =>
    version !== undefined && version < newest;
  return !olderThanNewest(service) && !owners.some((one) => olderThanNewest(one.master_version));
}

export type DropRefusal = 'unknown' | 'newest' | 'needed';

/** Why a master key must stay, if it must. */
export function dropRefusal(status: KeyStatus, version: number): DropRefusal | undefined {
  if (!status.versions.includes(version)) return 'unknown';
  if (version === status.newest) return 'newest';
  const isNeeded =
    status.service === version ||
    status.owners.some(({ master_version }) => master_version === version);
  return isNeeded ? 'needed' : undefined;
}
