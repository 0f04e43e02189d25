interface Keyed {
  key: string;
}

/** Something in the order of its keys, looked at one by one: memory stays the same for any number. */
export interface SortedCursor<Item extends Keyed> {
  /** The item with this key. Keys have to be asked for in their order. */
  find(key: string): Promise<Item | undefined>;
  /** All items before this key that nobody has looked at yet; without a key all that are left. */
  before(key?: string): AsyncGenerator<Item>;
  close(): Promise<void>;
}

export function createSortedCursor<Item extends Keyed>(
  items: AsyncIterable<Item>,
): SortedCursor<Item> {
  const iterator = items[Symbol.asyncIterator]();
  let current: IteratorResult<Item> | undefined;

  async function* before(key?: string): AsyncGenerator<Item> {
    current ??= await iterator.next();
    while (!current.done && (key === undefined || current.value.key < key)) {
      const { value } = current;
      current = await iterator.next();
      yield value;
    }
  }

  return {
    before,
    async find(key) {
      for await (const _ of before(key));
      if (!current || current.done || current.value.key !== key) return undefined;
      const { value } = current;
      current = await iterator.next();
      return value;
    },
    async close() {
      await iterator.return?.();
    },
  };
}
