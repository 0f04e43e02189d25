/**
 * Tables that are not backed up: transient counters, derived usage, rows whose objects have no backup,
 * and the identity of the store, which a restore sets.
 */
const excludedTables = new Set([
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
  return !excludedTables.has(table);
}

interface TableReferences {
  name: string;
  references: string[];
}

/** Sorts referenced tables before referencing ones. */
export function sortByReferences<Table extends TableReferences>(tables: readonly Table[]): Table[] {
  const ordered: Table[] = [];
  let remaining = [...tables];
  while (remaining.length > 0) {
    const names = new Set(remaining.map(({ name }) => name));
    const ready = remaining.filter(({ references }) => !references.some((name) => names.has(name)));
    if (ready.length === 0) throw new Error(`Tables refer to each other: ${[...names].join(', ')}`);
    ordered.push(...ready);
    remaining = remaining.filter((table) => !ready.includes(table));
  }
  return ordered;
}

export interface Tombstone {
  user_id: string;
  deleted_at: Date;
}

export const tombstonePrefix = 'tombstones/';

/** Key of the empty object that stores a tombstone. */
export function tombstoneKey({ user_id, deleted_at }: Tombstone): string {
  return `${tombstonePrefix}${user_id}/${deleted_at.getTime()}`;
}

const tombstonePattern = /^tombstones\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/(\d{1,15})$/;

/** Parses the key of a tombstone; returns undefined for other keys. */
export function parseTombstoneKey(key: string): Tombstone | undefined {
  const [, user_id, moment] = tombstonePattern.exec(key) ?? [];
  return user_id && moment ? { user_id, deleted_at: new Date(Number(moment)) } : undefined;
}

const dayMs = 24 * 60 * 60 * 1000;

interface DatedBackup {
  created_at: Date;
  /** Number of files that the backup lacks. */
  missing: number;
}

/** Backups older than `keepDays`, except the newest one and the newest complete one. */
export function backupsToRemove<Backup extends DatedBackup>(
  backups: readonly Backup[],
  keepDays: number,
  now: Date,
): Backup[] {
  const newestFirst = backups.toSorted((a, b) => b.created_at.getTime() - a.created_at.getTime());
  const kept = [newestFirst[0], newestFirst.find(({ missing }) => missing === 0)];
  const limit = now.getTime() - keepDays * dayMs;
  return backups.filter((one) => one.created_at.getTime() < limit && !kept.includes(one));
}

/** Parses a PostgreSQL timestamp in UTC. */
export function parseTimestamp(text: string): Date {
  return new Date(`${text.replace(' ', 'T')}:00`);
}
