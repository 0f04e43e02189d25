import type { Database } from '../../../platform/database/database.ts';
import { sealedSize } from '../../../platform/encryption/sealed-stream.ts';
import type { ObjectMetadata, ObjectStore } from '../../../platform/file-storage/object-store.ts';
import { createSortedCursor } from '../../../platform/file-storage/sorted-cursor.ts';
import {
  findNamedObjects,
  type NamedObject,
  withNamedObjects,
} from './storage-check-repository.ts';

/** Prefixes of this product, sorted. Other objects in the store are ignored. */
const checkedPrefixes = ['exports/', 'files/', 'imports/', 'requests/'] as const;

type ListedObject = ObjectMetadata & { key: string };

const maxUploadMs = 24 * 60 * 60 * 1000;

export type Finding =
  | { kind: 'faulty'; named: NamedObject; fault: Fault }
  | { kind: 'unowned'; object: ListedObject };

export interface StorageComparison {
  /** Number of rows with a stored object. */
  named: number;
  /** Number of objects in the store. */
  listed: number;
  listed_bytes: number;
  /** Number of objects without a row that may be pending uploads. */
  young: number;
}

interface ComparisonInput {
  database: Database;
  store: ObjectStore;
  now: Date;
}

const findingsBatchSize = 200;

/** Reads database and store in parallel, sorted by key, and reports findings in batches. */
export function compareStorage(
  stores: ComparisonInput,
  signal: AbortSignal,
  onFindings: (findings: Finding[]) => Promise<void>,
): Promise<StorageComparison> {
  const { database, store } = stores;
  return withNamedObjects(database, async (batches) => {
    const sums: StorageComparison = { named: 0, listed: 0, listed_bytes: 0, young: 0 };
    const listed = createSortedCursor(countListed(listCheckedObjects(store), sums));
    let findings: Finding[] = [];
    const report = async (minimum: number) => {
      if (findings.length < minimum) return;
      const batch = findings;
      findings = [];
      await onFindings(await recheck(stores, batch));
    };
    const checkUnowned = async (before?: string) => {
      for await (const object of listed.before(before)) {
        signal.throwIfAborted();
        if (isAbandoned(object, stores.now)) findings.push({ kind: 'unowned', object });
        else sums.young += 1;
        await report(findingsBatchSize);
      }
    };
    try {
      for await (const batch of batches) {
        for (const named of batch) {
          signal.throwIfAborted();
          await checkUnowned(named.key);
          if (named.state === 'stored') sums.named += 1;
          const fault = faultOf(named, await listed.find(named.key));
          if (fault) findings.push({ kind: 'faulty', named, fault });
          await report(findingsBatchSize);
        }
      }
      await checkUnowned();
      await report(1);
    } finally {
      await listed.close();
    }
    return sums;
  });
}

async function* listCheckedObjects(store: ObjectStore): AsyncGenerator<ListedObject> {
  for (const prefix of checkedPrefixes) yield* store.list(prefix);
}

async function* countListed(objects: AsyncIterable<ListedObject>, sums: StorageComparison) {
  for await (const object of objects) {
    sums.listed += 1;
    sums.listed_bytes += object.size;
    yield object;
  }
}

/** Returns the findings that still apply, because the snapshot may be outdated. */
async function recheck(
  { database, store }: ComparisonInput,
  findings: Finding[],
): Promise<Finding[]> {
  const keys = findings.map((found) =>
    found.kind === 'faulty' ? found.named.key : found.object.key,
  );
  const named = await findNamedObjects(database, keys);
  const rechecked = await Promise.all(
    findings.map(async (finding): Promise<Finding[]> => {
      if (finding.kind === 'unowned') return named.has(finding.object.key) ? [] : [finding];
      const now = named.get(finding.named.key);
      const fault = now && faultOf(now, await store.head(now.key));
      return now && fault ? [{ kind: 'faulty', named: now, fault }] : [];
    }),
  );
  return rechecked.flat();
}

type Fault = { kind: 'missing' } | { kind: 'wrong_size'; size: number };

export function faultOf(
  { state, size_bytes }: NamedObject,
  object: { size: number } | undefined,
): Fault | undefined {
  if (state !== 'stored') return undefined;
  if (!object) return { kind: 'missing' };
  if (size_bytes === null || object.size === sealedSize(size_bytes)) return undefined;
  return { kind: 'wrong_size', size: object.size };
}

/** True if the object is too old to belong to an upload in progress. */
export function isAbandoned({ modified_at }: Pick<ObjectMetadata, 'modified_at'>, now: Date) {
  return now.getTime() - modified_at.getTime() > maxUploadMs;
}

/** True for so many findings that the store or the database is probably the wrong one. */
export function isLargeShare(findings: number, named: number): boolean {
  return findings * 10 > named;
}
