import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSortedCursor } from './sorted-cursor.ts';

async function* itemsOf(keys: readonly string[]) {
  for (const key of keys) yield { key };
}

const someKeys = fc
  .uniqueArray(fc.stringMatching(/^[a-c0-1/-]{1,4}$/))
  .map((keys) => keys.toSorted());

describe('a sorted cursor', () => {
  it('finds present keys and returns all others once, in order', async () => {
    const walks = fc.asyncProperty(someKeys, someKeys, async (present, requested) => {
      const walk = createSortedCursor(itemsOf(present));
      const found: string[] = [];
      const passed: string[] = [];
      for (const key of requested) {
        for await (const item of walk.before(key)) passed.push(item.key);
        const item = await walk.find(key);
        if (item) found.push(item.key);
      }
      for await (const item of walk.before()) passed.push(item.key);
      expect(found).toEqual(present.filter((key) => requested.includes(key)));
      expect(passed).toEqual(present.filter((key) => !requested.includes(key)));
    });
    await fc.assert(walks);
  });

  it('closes its source', async () => {
    let isClosed = false;
    async function* source() {
      try {
        yield* itemsOf(['a', 'b']);
      } finally {
        isClosed = true;
      }
    }
    const walk = createSortedCursor(source());
    await walk.find('a');
    await walk.close();
    expect(isClosed).toBe(true);
  });
});
