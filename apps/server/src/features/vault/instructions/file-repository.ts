import { and, asc, eq, gt, inArray, lt, lte, sql } from 'drizzle-orm';
import { backupLock } from '../../../platform/database/advisory-locks.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { WrappedOwnerKey } from '../../../platform/encryption/owner-key.ts';
import { beforeEveryId } from '../../../platform/new-id.ts';
import { ownerKeys, wrappedKeyColumns } from '../../identity/owner-keys/index.ts';
import { type expectedFiles, instructionFiles, objectRemovals } from './instruction-tables.ts';

export type FileRow = Omit<typeof instructionFiles.$inferSelect, 'lease_until'>;

/** Where the bytes of a file lie, and how many they are. */
export type StoredObject = Pick<FileRow, 'id' | 'object_key' | 'size_bytes'>;

/** Names a file of an instruction without reading its name. */
export type FileMark = Pick<FileRow, 'instruction_id' | 'name_digest' | 'size_bytes'>;

export function hasMark(
  table: typeof instructionFiles | typeof expectedFiles,
  { instruction_id, name_digest, size_bytes }: FileMark,
) {
  return and(
    eq(table.instruction_id, instruction_id),
    eq(table.name_digest, name_digest),
    eq(table.size_bytes, size_bytes),
  );
}

/** The process that takes the bytes is alive. */
export async function renewUpload(
  database: Database,
  id: string,
  leaseSeconds: number,
): Promise<void> {
  await database
    .db()
    .update(instructionFiles)
    // By the one clock that all processes share.
    .set({ lease_until: sql`now() + make_interval(secs => ${leaseSeconds})` })
    .where(and(eq(instructionFiles.id, id), eq(instructionFiles.state, 'uploading')));
}

/** Gives up an upload. The quota follows by trigger, the object when nothing can arrive any more. */
export async function deleteUploading(database: Database, id: string): Promise<void> {
  await database
    .db()
    .delete(instructionFiles)
    .where(and(eq(instructionFiles.id, id), eq(instructionFiles.state, 'uploading')));
}

/** Has an object removed now, whether or not its row noted it for later. */
export async function orderRemoval(database: Database, objectKey: string): Promise<void> {
  await database
    .db()
    .insert(objectRemovals)
    .values({ object_key: objectKey })
    .onConflictDoUpdate({ target: objectRemovals.object_key, set: { due_at: sql`now()` } });
}

/** Bytes of such a file that are arriving have no place any more. */
export async function deleteArriving(database: Database, file: FileMark): Promise<void> {
  await database
    .db()
    .delete(instructionFiles)
    .where(and(hasMark(instructionFiles, file), eq(instructionFiles.state, 'uploading')));
}

const isExpired = and(
  eq(instructionFiles.state, 'uploading'),
  lt(instructionFiles.lease_until, sql`now()`),
);

/** The next owners after an id with uploads whose process died. */
export async function listOwnersOfExpiredUploads(
  database: Database,
  afterId: string | undefined,
  limit: number,
): Promise<string[]> {
  const rows = await database
    .db()
    .selectDistinct({ user_id: instructionFiles.user_id })
    .from(instructionFiles)
    .where(and(isExpired, gt(instructionFiles.user_id, afterId ?? beforeEveryId)))
    .orderBy(asc(instructionFiles.user_id))
    .limit(limit);
  return rows.map(({ user_id }) => user_id);
}

export async function deleteExpiredUploads(database: Database, userId: string): Promise<void> {
  await database
    .db()
    .delete(instructionFiles)
    .where(and(eq(instructionFiles.user_id, userId), isExpired));
}

interface StoredFile {
  file: FileRow;
  key: WrappedOwnerKey;
}

export async function findStoredFile(
  database: Database,
  userId: string,
  id: string,
): Promise<StoredFile | undefined> {
  const [found] = await database
    .db()
    .select({ file: instructionFiles, key: wrappedKeyColumns })
    .from(instructionFiles)
    .innerJoin(ownerKeys, eq(ownerKeys.user_id, instructionFiles.user_id))
    .where(
      and(
        eq(instructionFiles.id, id),
        eq(instructionFiles.user_id, userId),
        eq(instructionFiles.state, 'stored'),
      ),
    );
  return found;
}

export function listStoredFiles(
  database: Database,
  userId: string,
  instructionId: string,
): Promise<FileRow[]> {
  return database
    .db()
    .select()
    .from(instructionFiles)
    .where(
      and(
        eq(instructionFiles.instruction_id, instructionId),
        eq(instructionFiles.user_id, userId),
        eq(instructionFiles.state, 'stored'),
      ),
    )
    .orderBy(instructionFiles.created_at, instructionFiles.id);
}

export async function deleteFileRow(database: Database, userId: string, id: string): Promise<void> {
  await database
    .db()
    .delete(instructionFiles)
    .where(and(eq(instructionFiles.id, id), eq(instructionFiles.user_id, userId)));
}

/**
 * Keys of objects to remove; none while a backup runs. A backup that starts later does not know the
 * rows of these any more, so only the moment of looking has to be kept free of one.
 */
export async function findRemovals(database: Database, limit: number): Promise<string[]> {
  const [lock] = await database.rows<{ taken: boolean }>(
    sql`select pg_try_advisory_xact_lock_shared(${backupLock}) as taken`,
  );
  if (!lock?.taken) return [];
  const rows = await database
    .db()
    .select({ object_key: objectRemovals.object_key })
    .from(objectRemovals)
    .where(lte(objectRemovals.due_at, sql`now()`))
    .orderBy(objectRemovals.due_at)
    .limit(limit);
  return rows.map(({ object_key }) => object_key);
}

export async function forgetRemovals(database: Database, keys: readonly string[]): Promise<void> {
  await database
    .db()
    .delete(objectRemovals)
    .where(inArray(objectRemovals.object_key, [...keys]));
}

/** Puts an object that could not be removed to the back of the line. */
export async function postponeRemoval(
  database: Database,
  key: string,
  minutes: number,
): Promise<void> {
  await database
    .db()
    .update(objectRemovals)
    .set({ due_at: sql`now() + make_interval(mins => ${minutes})` })
    .where(eq(objectRemovals.object_key, key));
}
