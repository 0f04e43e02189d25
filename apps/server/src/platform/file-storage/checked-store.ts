import { ObjectMissing, type ObjectStore, ObjectStoreUnavailable } from './object-store.ts';
import { markerKey } from './store-identity.ts';

export interface CheckedStore extends ObjectStore {
  /** Throws `ForeignStore` unless this is the store of the database. */
  check(): Promise<void>;
}

interface CheckedStoreOptions {
  /** Compares the store with the database and returns its id. */
  verify(): Promise<string>;
  /** Time after which the marker is checked again; 0 to check it before and after every call. */
  recheckAfterMs: number;
  now?: () => number;
}

/**
 * Checks that the store still belongs to the database. The mount point of an unmounted disk looks
 * empty: it must not be written to, and the objects of the disk must not count as removed or lost.
 */
export function createCheckedStore(
  store: ObjectStore,
  { verify, recheckAfterMs, now = () => performance.now() }: CheckedStoreOptions,
): CheckedStore {
  let id: string | undefined;
  let verification: Promise<string> | undefined;
  let seenAt = Number.NEGATIVE_INFINITY;

  /** Concurrent callers share one verification. */
  async function verifyOnce(): Promise<string> {
    verification ??= verify().finally(() => {
      verification = undefined;
    });
    return verification;
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

  /**
   * Checks the store before `work`, so that no other store is touched, and afterwards, because the
   * disk may have been unmounted meanwhile.
   */
  async function runChecked<T>(work: () => Promise<T>): Promise<T> {
    await check();
    const result = await work();
    await check();
    return result;
  }

  /** An object counts as missing only if the store is present. */
  async function runCheckedIfMissing<T>(work: () => Promise<T>, isMissing: (result: T) => boolean) {
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
    put: (key, bytes, size, signal) => runChecked(() => store.put(key, bytes, size, signal)),
    get: (key, range) =>
      runCheckedIfMissing(
        () => store.get(key, range),
        () => false,
      ),
    head: (key) =>
      runCheckedIfMissing(
        () => store.head(key),
        (facts) => facts === undefined,
      ),
    async *list(prefix) {
      await check();
      yield* store.list(prefix);
      await check();
    },
    copy: (from, to) => runChecked(() => store.copy(from, to)),
    move: (from, to) => runChecked(() => store.move(from, to)),
    remove: (keys) => runChecked(() => store.remove(keys)),
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
