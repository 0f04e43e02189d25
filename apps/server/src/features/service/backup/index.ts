/** What other features may use of this one: bytes of objects in a backup, and who was deleted and is there. */
export { type BackupObjects, openBackupObjects } from './backup-objects.ts';
export type { Progress } from './progress.ts';
export { countTombstones } from './tombstone-figures.ts';
