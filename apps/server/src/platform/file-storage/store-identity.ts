import { Readable } from 'node:stream';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/database.ts';
import { newId } from '../ids.ts';
import { type ObjectStore, ObjectStoreUnavailable } from './object-store.ts';
import { findStoreId, recordStoreId, replaceStoreId } from './store-identity-repository.ts';

/** A store may have several marks: a bucket may serve several databases, and a copy keeps its own. */
export const markPrefix = 'store/';

export interface StoreDeps {
  database: Database;
  store: ObjectStore;
  clock: Clock;
  /** Some keys of objects that the database says are there. */
  sampleKeys(): Promise<string[]>;
  /** Those of the keys that it still says so of. */
  stillReferenced(keys: readonly string[]): Promise<string[]>;
}

/** The store is not the one of the database. */
export class ForeignStore extends ObjectStoreUnavailable {
  override name = 'ForeignStore';
  readonly facts: StoreFacts;

  constructor(facts: StoreFacts) {
    super(undefined);
    this.facts = facts;
  }
}

/**
 * Makes sure that the store belongs to the database, and gives its id. The first who comes marks the
 * store and writes the id down; all others wait for that, and compare. A row without a mark never
 * becomes visible. A mark without a row, left by a process that died in between, stands for nothing.
 */
export async function verifyStore(deps: StoreDeps): Promise<string> {
  const { database } = deps;
  const recorded = await findStoreId(database);
  if (recorded !== undefined) return assertMarked(deps, recorded);
  const own = newId();
  // A store that does not answer is met here, where nobody waits for this transaction.
  await deps.store.head(markKey(own));
  const isFirst = await database.transaction(async () => {
    if (!(await recordStoreId(database, own, deps.clock.now()))) return false;
    const facts = { recorded: undefined, isMarked: false, ...(await sampleObjects(deps)) };
    if (storeVerdict(facts) !== 'adopt') throw new ForeignStore(facts);
    await mark(deps.store, own);
    return true;
  });
  return isFirst ? own : assertMarked(deps, await findStoreId(database));
}

/**
 * Makes the store the one of the database, because objects were just put there or because somebody
 * says so. One that is not marked yet gets a new id: those who still use another one are refused.
 */
export async function adoptStore({
  database,
  store,
  clock,
}: Pick<StoreDeps, 'database' | 'store' | 'clock'>): Promise<string> {
  return database.transaction(async () => {
    const recorded = await findStoreId(database);
    if (recorded !== undefined && (await store.head(markKey(recorded)))) return recorded;
    const id = newId();
    await replaceStoreId(database, id, clock.now());
    await mark(store, id);
    return id;
  });
}

/** What a look shows, without changing anything. */
export async function inspectStore(deps: StoreDeps): Promise<StoreFacts> {
  const recorded = await findStoreId(deps.database);
  const isMarked = recorded !== undefined && Boolean(await deps.store.head(markKey(recorded)));
  return { recorded, isMarked, ...(await sampleObjects(deps)) };
}

async function assertMarked({ store }: StoreDeps, recorded: string | undefined): Promise<string> {
  const isMarked = recorded !== undefined && Boolean(await store.head(markKey(recorded)));
  const facts = { recorded, isMarked, sought: 0, missing: 0 };
  if (recorded === undefined || storeVerdict(facts) !== 'same') throw new ForeignStore(facts);
  return recorded;
}

async function sampleObjects(deps: StoreDeps): Promise<Pick<StoreFacts, 'sought' | 'missing'>> {
  const keys = await deps.sampleKeys();
  const found = await Promise.all(keys.map((key) => deps.store.head(key)));
  const ignoreMissing = keys.filter((_, place) => !found[place]);
  // Another server may be removing some at this moment.
  const missing = ignoreMissing.length > 0 ? (await deps.stillReferenced(ignoreMissing)).length : 0;
  return { sought: keys.length, missing };
}

async function mark(store: ObjectStore, id: string): Promise<void> {
  await store.put(markKey(id), Readable.from([]), 0);
}

/** What a look at the database and at the store has shown. */
export interface StoreFacts {
  /** The id of the store that the database has written down. */
  recorded: string | undefined;
  /** Whether the store holds the mark of that id. */
  isMarked: boolean;
  /** How many objects of the database were looked for, and how many of them are not there. */
  sought: number;
  missing: number;
}

type StoreVerdict = 'same' | 'adopt' | 'unmarked' | 'objects_missing';

/**
 * Whether the store is the one of the database. A database that knows its store accepts no other,
 * not even an empty one: that is what a lost folder and the folder of another machine look like. One
 * that knows none yet takes the store that it finds, unless objects of its own are missing there.
 */
export function storeVerdict({ recorded, isMarked, missing }: StoreFacts): StoreVerdict {
  if (recorded !== undefined) return isMarked ? 'same' : 'unmarked';
  return missing > 0 ? 'objects_missing' : 'adopt';
}

/** The name of the empty object that marks a store. */
export function markKey(id: string): string {
  return `${markPrefix}${id}`;
}
