interface KeyedItem {
  key: string;
}

/** Reads sorted items once, with constant memory. */
export interface SortedCursor<Item extends KeyedItem> {
  /** The item with this key. Call it with ascending keys. */
  find(key: string): Promise<Item | undefined>;
  /** The remaining items before `key`; without a key, all remaining items. */
  before(key?: string): AsyncGenerator<Item>;
  close(): Promise<void>;
}

export function createSortedCursor<Item extends KeyedItem>(
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
