import { ObjectMissing, type ObjectStore, ObjectStoreUnavailable } from './object-store.ts';
import { markKey } from './store-identity.ts';

export interface CheckedStore extends ObjectStore {
  /** Makes sure that this is the store of the database; throws ForeignStore where it is not. */
  check(): Promise<void>;
}

interface Options {
  /** Agrees with the database on the store, and gives its id. */
  agree(): Promise<string>;
  /** How long a mark that was seen is believed to be there. 0: it is looked at every time. */
  believedMs: number;
  now?: () => number;
}

/**
 * A store that is used only as long as it is the one of the database. A folder whose disk went away
 * looks like an empty one: nothing is written there, nothing counts as removed, and what is missing
 * there is not lost.
 */
export function createCheckedStore(
  store: ObjectStore,
  { agree, believedMs, now = () => performance.now() }: Options,
): CheckedStore {
  let id: string | undefined;
  let agreeing: Promise<string> | undefined;
  let seenAt = Number.NEGATIVE_INFINITY;

  async function agreed(): Promise<string> {
    agreeing ??= agree().finally(() => {
      agreeing = undefined;
    });
    return agreeing;
  }

  async function check(): Promise<void> {
    if (id === undefined) {
      id = await agreed();
      seenAt = now();
      return;
    }
    if (now() - seenAt < believedMs) return;
    const askedAt = now();
    if (!(await store.head(markKey(id)))) throw new ObjectStoreUnavailable(new MarkMissing());
    seenAt = askedAt;
  }

  /** Before, so that nothing is done elsewhere; afterwards, because it may have gone meanwhile. */
  async function checked<T>(work: () => Promise<T>): Promise<T> {
    await check();
    const result = await work();
    await check();
    return result;
  }

  /** What is missing is missing only if the store is there. */
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

/** The mark that was there is not there any more: the disk was taken away, or the folder emptied. */
class MarkMissing extends Error {
  override name = 'MarkMissing';

  constructor() {
    super('The mark of the object store is not there any more.');
  }
}
