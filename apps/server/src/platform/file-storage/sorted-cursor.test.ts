import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSortedCursor } from './sorted-cursor.ts';

async function* given(keys: readonly string[]) {
  for (const key of keys) yield { key };
}

const someKeys = fc
  .uniqueArray(fc.stringMatching(/^[a-c0-1/-]{1,4}$/))
  .map((keys) => keys.toSorted());

describe('walking along keys', () => {
  it('finds exactly the keys that are there, and passes by all others once and in order', async () => {
    const walks = fc.asyncProperty(someKeys, someKeys, async (there, asked) => {
      const walk = createSortedCursor(given(there));
      const found: string[] = [];
      const passed: string[] = [];
      for (const key of asked) {
        for await (const item of walk.before(key)) passed.push(item.key);
        const item = await walk.find(key);
        if (item) found.push(item.key);
      }
      for await (const item of walk.before()) passed.push(item.key);
      expect(found).toEqual(there.filter((key) => asked.includes(key)));
      expect(passed).toEqual(there.filter((key) => !asked.includes(key)));
    });
    await fc.assert(walks);
  });

  it('lets go of what it walks along', async () => {
    let isClosed = false;
    async function* source() {
      try {
        yield* given(['a', 'b']);
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
