/** Locks that all processes on one PostgreSQL share. Any numbers will do, as long as they differ. */
export const migrationLock = 7_382_001;
/** Held by a backup: objects that it still has to copy must stay. */
export const backupLock = 7_382_002;
/** Shared by commands that use an embedded server of another command, exclusive for the one that stops it. */
export const embeddedUseLock = 7_382_003;
