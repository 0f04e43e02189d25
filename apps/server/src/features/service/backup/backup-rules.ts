/**
 * Tables that are not part of a backup: counters of the moment, the usage that follows from the
 * files, removals of objects that a backup does not hold, and exports and archives, whose objects
 * it does not hold either; and which store belongs to the database, which a restore decides anew.
 */
const runtimeTables = new Set([
  'rate_limits',
  'user_storage_usage',
  'instruction_usage',
  'object_removals',
  'mail_outcomes',
  'data_exports',
  'data_imports',
  'object_stores',
]);

export function isBackedUp(table: string): boolean {
  return !runtimeTables.has(table);
}

interface Referring {
  name: string;
  references: string[];
}

/** Puts every table behind those that its rows point to. */
export function sortByReferences<Table extends Referring>(tables: readonly Table[]): Table[] {
  const ordered: Table[] = [];
  let left = [...tables];
  while (left.length > 0) {
    const names = new Set(left.map(({ name }) => name));
    const ready = left.filter(({ references }) => !references.some((name) => names.has(name)));
    if (ready.length === 0) throw new Error(`Tables refer to each other: ${[...names].join(', ')}`);
    ordered.push(...ready);
    left = left.filter((table) => !ready.includes(table));
  }
  return ordered;
}

/** An account that was deleted, and when. */
export interface Tombstone {
  user_id: string;
  deleted_at: Date;
}

export const tombstonePrefix = 'tombstones/';

/** The name of the empty object that keeps a tombstone beside the files. */
export function tombstoneKey({ user_id, deleted_at }: Tombstone): string {
  return `${tombstonePrefix}${user_id}/${deleted_at.getTime()}`;
}

const tombstoneShape = /^tombstones\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/(\d{1,15})$/;

/** Undefined for whatever else may lie there. */
export function parseTombstoneKey(key: string): Tombstone | undefined {
  const [, user_id, moment] = tombstoneShape.exec(key) ?? [];
  return user_id && moment ? { user_id, deleted_at: new Date(Number(moment)) } : undefined;
}

const dayMs = 24 * 60 * 60 * 1000;

/** Those older than so many days; the newest of all stays, however old it is. */
export function backupsToRemove<Backup extends { created_at: Date }>(
  backups: readonly Backup[],
  keepDays: number,
  now: Date,
): Backup[] {
  const newest = Math.max(...backups.map(({ created_at }) => created_at.getTime()));
  const limit = now.getTime() - keepDays * dayMs;
  return backups.filter(({ created_at }) => {
    const moment = created_at.getTime();
    return moment < limit && moment !== newest;
  });
}

/** A moment as PostgreSQL writes it in UTC. */
export function parseTimestamp(text: string): Date {
  return new Date(`${text.replace(' ', 'T')}:00`);
}
