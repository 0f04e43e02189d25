import type { Database } from '../../../platform/database/database.ts';
import { sealedSize } from '../../../platform/encryption/sealed-stream.ts';
import type { ObjectStore } from '../../../platform/file-storage/object-store.ts';
import { createSortedCursor } from '../../../platform/file-storage/sorted-cursor.ts';
import { findNamedObjects, withNamedObjects } from './storage-check-repository.ts';
import {
  checkedPrefixes,
  type Fault,
  faultOf,
  isAbandoned,
  type ListedObject,
  type NamedObject,
} from './storage-check-rules.ts';

export type Finding =
  | { kind: 'faulty'; named: NamedObject; fault: Fault }
  | { kind: 'unowned'; object: ListedObject };

export interface StorageComparison {
  /** Objects that rows name, and objects in the store, without those that arrive or leave. */
  named: number;
  listed: number;
  listed_bytes: number;
  /** Without a row, and too young to say anything about them. */
  young: number;
}

export interface ComparedStores {
  database: Database;
  store: ObjectStore;
  now: Date;
}

const findingsAtOnce = 200;

/** Goes along database and store, and hands over what is wrong, some at a time. */
export function compareStorage(
  deps: ComparedStores,
  signal: AbortSignal,
  onFindings: (findings: Finding[]) => Promise<void>,
): Promise<StorageComparison> {
  const { database, store } = deps;
  return withNamedObjects(database, async (parts) => {
    const sums: StorageComparison = { named: 0, listed: 0, listed_bytes: 0, young: 0 };
    const listed = createSortedCursor(countListed(listCheckedObjects(store), sums));
    let findings: Finding[] = [];
    const handOver = async (atLeast: number) => {
      if (findings.length < atLeast) return;
      const some = findings;
      findings = [];
      await onFindings(await recheck(deps, some));
    };
    const seeUnowned = async (before?: string) => {
      for await (const object of listed.before(before)) {
        signal.throwIfAborted();
        if (isAbandoned(object, deps.now)) findings.push({ kind: 'unowned', object });
        else sums.young += 1;
        await handOver(findingsAtOnce);
      }
    };
    try {
      for await (const part of parts) {
        for (const named of part) {
          signal.throwIfAborted();
          await seeUnowned(named.key);
          if (named.state === 'stored') sums.named += 1;
          const fault = faultOf(named, await listed.find(named.key), sealedSize);
          if (fault) findings.push({ kind: 'faulty', named, fault });
          await handOver(findingsAtOnce);
        }
      }
      await seeUnowned();
      await handOver(1);
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

/** Rows were read as they were at one moment, and objects came and went since. */
async function recheck(
  { database, store }: ComparedStores,
  findings: Finding[],
): Promise<Finding[]> {
  const keys = findings.map((one) => (one.kind === 'faulty' ? one.named.key : one.object.key));
  const named = await findNamedObjects(database, keys);
  const judged = await Promise.all(
    findings.map(async (finding): Promise<Finding[]> => {
      if (finding.kind === 'unowned') return named.has(finding.object.key) ? [] : [finding];
      const now = named.get(finding.named.key);
      const fault = now && faultOf(now, await store.head(now.key), sealedSize);
      return now && fault ? [{ kind: 'faulty', named: now, fault }] : [];
    }),
  );
  return judged.flat();
}
