/** Locks that all processes on one PostgreSQL share. Any numbers will do, as long as they differ. */
export const migrationLock = 7_382_001;
/** Held by a backup: objects that it still has to copy must stay. */
export const backupLock = 7_382_002;
