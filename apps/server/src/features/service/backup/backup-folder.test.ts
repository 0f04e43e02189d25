import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readRows, sha256Of, writeRows } from './backup-folder.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'zavet-rows-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

let files = 0;
const newPath = () => join(folder, `${files++}.ndjson.gz`);
const { signal } = new AbortController();

async function* partsOf(...parts: object[][]) {
  yield* parts;
}

async function read(path: string): Promise<unknown[]> {
  const rows = [];
  for await (const row of readRows(path)) rows.push(row);
  return rows;
}

describe('a file of rows', () => {
  it('preserves any text, including Unicode line separators', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ text: fc.string({ unit: 'grapheme' }) }), { maxLength: 30 }),
        async (rows) => {
          const path = newPath();
          await writeRows(path, partsOf(rows, [{ text: 'a\u2028b\u2029c\r\nd\u0085' }]), signal);
          expect(await read(path)).toEqual([...rows, { text: 'a\u2028b\u2029c\r\nd\u0085' }]);
        },
      ),
      { numRuns: 30 },
    );
  });

  it('has a count, a checksum and private permissions', async () => {
    const path = newPath();
    const { rows, sha256 } = await writeRows(
      path,
      partsOf([{ a: 1 }, { a: 2 }], [{ a: 3 }]),
      signal,
    );
    expect(rows).toBe(3);
    expect(sha256).toBe(await sha256Of(path));
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it('may be empty', async () => {
    const path = newPath();
    expect((await writeRows(path, partsOf(), signal)).rows).toBe(0);
    expect(await read(path)).toEqual([]);
  });

  it('is refused if damaged or missing', async () => {
    const path = newPath();
    await writeRows(path, partsOf([{ a: 'some text' }]), signal);
    writeFileSync(path, readFileSync(path).subarray(0, 15));
    await expect(read(path)).rejects.toThrow();
    writeFileSync(path, 'not compressed');
    await expect(read(path)).rejects.toThrow();
    await expect(read(join(folder, 'missing'))).rejects.toThrow();
  });

  it('never overwrites another', async () => {
    const path = newPath();
    await writeRows(path, partsOf(), signal);
    await expect(writeRows(path, partsOf(), signal)).rejects.toThrow(/EEXIST/);
  });
});
