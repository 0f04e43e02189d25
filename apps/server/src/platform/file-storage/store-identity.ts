import { Readable } from 'node:stream';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/database.ts';
import { newId } from '../ids.ts';
import { type ObjectStore, ObjectStoreUnavailable } from './object-store.ts';
import { findStoreId, recordStoreId, replaceStoreId } from './store-identity-repository.ts';

export interface StoreDeps {
  database: Database;
  store: ObjectStore;
  clock: Clock;
  /** Keys of some objects referenced by the database. */
  sampleKeys(): Promise<string[]>;
  /** The keys that the database still references. */
  filterReferenced(keys: readonly string[]): Promise<string[]>;
}

export interface StoreInspection {
  /** The store id recorded in the database. */
  recorded: string | undefined;
  /** True if the store contains the marker of that id. */
  isMarked: boolean;
  /** Number of objects looked up, and of those not found. */
  sampled: number;
  missing: number;
}

/** The store belongs to another database. */
export class ForeignStore extends ObjectStoreUnavailable {
  override name = 'ForeignStore';
  readonly facts: StoreInspection;

  constructor(facts: StoreInspection) {
    super(undefined);
    this.facts = facts;
  }
}

/**
 * Verifies that the store belongs to the database, and returns its id. The first process marks the
 * store in the transaction that records the id; other processes wait for it and compare. A marker
 * left by a crash in between is ignored, because its id is not recorded.
 */
export async function verifyStore(deps: StoreDeps): Promise<string> {
  const { database } = deps;
  const recorded = await findStoreId(database);
  if (recorded !== undefined) return assertMarked(deps, recorded);
  const newStoreId = newId();
  // Detects an unreachable store before the transaction, which other processes would wait for.
  await deps.store.head(markerKey(newStoreId));
  const isFirst = await database.transaction(async () => {
    if (!(await recordStoreId(database, newStoreId, deps.clock.now()))) return false;
    const facts = { recorded: undefined, isMarked: false, ...(await sampleObjects(deps)) };
    if (storeVerdict(facts) !== 'adopt') throw new ForeignStore(facts);
    await writeMarker(deps.store, newStoreId);
    return true;
  });
  return isFirst ? newStoreId : assertMarked(deps, await findStoreId(database));
}

/**
 * Assigns this store to the database, after a restore or by command. An unmarked store gets a new
 * id, so that processes with another store are refused.
 */
export async function adoptStore({
  database,
  store,
  clock,
}: Pick<StoreDeps, 'database' | 'store' | 'clock'>): Promise<string> {
  return database.transaction(async () => {
    const recorded = await findStoreId(database);
    if (recorded !== undefined && (await store.head(markerKey(recorded)))) return recorded;
    const id = newId();
    await replaceStoreId(database, id, clock.now());
    await writeMarker(store, id);
    return id;
  });
}

/** Inspects the store without changing it. */
export async function inspectStore(deps: StoreDeps): Promise<StoreInspection> {
  const recorded = await findStoreId(deps.database);
  const isMarked = recorded !== undefined && Boolean(await deps.store.head(markerKey(recorded)));
  return { recorded, isMarked, ...(await sampleObjects(deps)) };
}

async function assertMarked({ store }: StoreDeps, recorded: string | undefined): Promise<string> {
  const isMarked = recorded !== undefined && Boolean(await store.head(markerKey(recorded)));
  const facts = { recorded, isMarked, sampled: 0, missing: 0 };
  if (recorded === undefined || storeVerdict(facts) !== 'same') throw new ForeignStore(facts);
  return recorded;
}

async function sampleObjects(
  deps: StoreDeps,
): Promise<Pick<StoreInspection, 'sampled' | 'missing'>> {
  const keys = await deps.sampleKeys();
  const found = await Promise.all(keys.map((key) => deps.store.head(key)));
  const absentKeys = keys.filter((_, index) => !found[index]);
  // Another server may have removed some of these objects meanwhile.
  const missing = absentKeys.length > 0 ? (await deps.filterReferenced(absentKeys)).length : 0;
  return { sampled: keys.length, missing };
}

async function writeMarker(store: ObjectStore, id: string): Promise<void> {
  await store.put(markerKey(id), Readable.from([]), 0);
}

type StoreVerdict = 'same' | 'adopt' | 'unmarked' | 'objects_missing';

/**
 * A database with a recorded store accepts no other, not even an empty store, which may be an
 * unmounted folder or one of another machine. Without a record, the database adopts any store that
 * has its objects.
 */
export function storeVerdict({ recorded, isMarked, missing }: StoreInspection): StoreVerdict {
  if (recorded !== undefined) return isMarked ? 'same' : 'unmarked';
  return missing > 0 ? 'objects_missing' : 'adopt';
}

/** A store may have several markers: of several databases, or copied along with the objects. */
export const markerPrefix = 'store/';

/** The key of the empty marker object. */
export function markerKey(id: string): string {
  return `${markerPrefix}${id}`;
}
