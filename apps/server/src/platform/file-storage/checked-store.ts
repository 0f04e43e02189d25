import { ObjectMissing, type ObjectStore, ObjectStoreUnavailable } from './object-store.ts';
import { markerKey } from './store-identity.ts';

export interface CheckedStore extends ObjectStore {
  /** Throws `ForeignStore` unless this is the store of the database. */
  check(): Promise<void>;
}

interface Options {
  /** Compares the store with the database and returns its id. */
  verify(): Promise<string>;
  /** The marker is checked again after this time; with 0 before and after every call. */
  recheckAfterMs: number;
  now?: () => number;
}

/**
 * Checks that the store is still the one of the database. Without its disk, a mounted folder looks
 * empty: it must not be written to, and its objects are neither removed nor lost.
 */
export function createCheckedStore(
  store: ObjectStore,
  { verify, recheckAfterMs, now = () => performance.now() }: Options,
): CheckedStore {
  let id: string | undefined;
  let verifying: Promise<string> | undefined;
  let seenAt = Number.NEGATIVE_INFINITY;

  /** Concurrent callers share one verification. */
  async function verifyOnce(): Promise<string> {
    verifying ??= verify().finally(() => {
      verifying = undefined;
    });
    return verifying;
  }

  async function check(): Promise<void> {
    if (id === undefined) {
      id = await verifyOnce();
      seenAt = now();
      return;
    }
    if (now() - seenAt < recheckAfterMs) return;
    const checkedAt = now();
    if (!(await store.head(markerKey(id)))) throw new ObjectStoreUnavailable(new MarkerMissing());
    seenAt = checkedAt;
  }

  /** Checks before, to not touch another store, and after, because the disk may have gone. */
  async function checked<T>(work: () => Promise<T>): Promise<T> {
    await check();
    const result = await work();
    await check();
    return result;
  }

  /** An object counts as missing only if the store is present. */
  async function checkedIfMissing<T>(work: () => Promise<T>, isMissing: (result: T) => boolean) {
    if (id === undefined) await check();
    try {
      const result = await work();
      if (isMissing(result)) await check();
      return result;
    } catch (error) {
      if (error instanceof ObjectMissing) await check();
      throw error;
    }
  }

  const { signedLink } = store;
  return {
    check,
    put: (key, bytes, size, signal) => checked(() => store.put(key, bytes, size, signal)),
    get: (key, range) =>
      checkedIfMissing(
        () => store.get(key, range),
        () => false,
      ),
    head: (key) =>
      checkedIfMissing(
        () => store.head(key),
        (facts) => facts === undefined,
      ),
    async *list(prefix) {
      await check();
      yield* store.list(prefix);
      await check();
    },
    copy: (from, to) => checked(() => store.copy(from, to)),
    move: (from, to) => checked(() => store.move(from, to)),
    remove: (keys) => checked(() => store.remove(keys)),
    ...(signedLink && {
      signedLink: async (key: string, seconds: number) => {
        await check();
        return signedLink(key, seconds);
      },
    }),
    probe: async () => {
      await check();
      await store.probe();
    },
    sweep: async (olderThan) => {
      await check();
      await store.sweep(olderThan);
    },
    close: () => store.close(),
  };
}

/** The marker has disappeared: the disk was removed, or the folder was emptied. */
class MarkerMissing extends Error {
  override name = 'MarkerMissing';

  constructor() {
    super('The marker of the object store has disappeared.');
  }
}
