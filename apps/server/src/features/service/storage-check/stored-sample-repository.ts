import { and, eq, inArray } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { requestDocuments as documents } from '../../protocol/index.ts';
import { instructionFiles as files } from '../../vault/instructions/index.ts';

const ofEach = 20;

const isFileStored = eq(files.state, 'stored');
const isDocumentStored = eq(documents.state, 'stored');

/** Keys of some objects that have to be in the store. Ids are random, so the first ones are any. */
export async function sampleStoredKeys(database: Database): Promise<string[]> {
  const db = database.db();
  const rows = [
    ...(await db
      .select({ key: files.object_key })
      .from(files)
      .where(isFileStored)
      .orderBy(files.id)
      .limit(ofEach)),
    ...(await db
      .select({ key: documents.object_key })
      .from(documents)
      .where(isDocumentStored)
      .orderBy(documents.id)
      .limit(ofEach)),
  ];
  return rows.map(({ key }) => key);
}

/** Those of the keys that still belong to something that is kept. */
export async function stillStoredKeys(
  database: Database,
  keys: readonly string[],
): Promise<string[]> {
  const db = database.db();
  const rows = [
    ...(await db
      .select({ key: files.object_key })
      .from(files)
      .where(and(isFileStored, inArray(files.object_key, [...keys])))),
    ...(await db
      .select({ key: documents.object_key })
      .from(documents)
      .where(and(isDocumentStored, inArray(documents.object_key, [...keys])))),
  ];
  return rows.map(({ key }) => key);
}
