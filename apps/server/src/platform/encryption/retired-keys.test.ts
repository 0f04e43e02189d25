import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findRetiredKey, listRetiredKeys, reinstateKey, retireKey } from './retired-keys.ts';

const now = new Date('2026-11-17T22:00:00Z');
const line = (version: number, byte = version) =>
  `${version}:${Buffer.alloc(32, byte).toString('base64')}\n`;

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'zavet-keys-'));
  path = join(folder, 'master.key');
  writeFileSync(path, line(1) + line(2) + line(10), { mode: 0o600 });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const retiredKeyOf = (version: number) => {
  const found = findRetiredKey(path, version);
  if (!found) throw new Error(`no key ${version} lies aside`);
  return found;
};

describe('a retired master key', () => {
  it('has a private file of its own, named by version and date', () => {
    const aside = retireKey(path, 1, now);
    expect(aside).toBe(`${path}.1.2026-11-17.aside`);
    expect(readFileSync(aside, 'utf8')).toBe(line(1));
    expect(statSync(aside).mode & 0o777).toBe(0o600);
    expect(readFileSync(path, 'utf8')).toBe(line(2) + line(10));
    expect(readdirSync(folder).sort()).toEqual(['master.key', 'master.key.1.2026-11-17.aside']);
  });

  it('is found by its version', () => {
    for (const version of [10, 1]) retireKey(path, version, now);
    for (const name of [
      'other.key.2.2026-11-17.aside',
      'master.key.old',
      'master.key.2.2026-11-17.aside.copy',
      'master.key.old.2.2026-11-17.aside',
    ]) {
      writeFileSync(join(folder, name), line(2));
    }
    expect(listRetiredKeys(path).map(({ version, since }) => [version, since])).toEqual([
      [1, '2026-11-17'],
      [10, '2026-11-17'],
    ]);
    expect(findRetiredKey(path, 2)).toBeUndefined();
  });

  it('can be reinstated, which removes its file', () => {
    const before = readFileSync(path, 'utf8');
    retireKey(path, 2, now);
    reinstateKey(path, retiredKeyOf(2));
    expect(readFileSync(path, 'utf8')).toBe(before);
    expect(readdirSync(folder)).toEqual(['master.key']);
  });

  it('never overwrites another key', () => {
    retireKey(path, 1, now);
    writeFileSync(path, line(1, 7) + line(2));
    expect(() => reinstateKey(path, retiredKeyOf(1))).toThrow(/another master key 1/);
    retireKey(path, 1, now);
    expect(readFileSync(`${path}.1.2026-11-17.aside`, 'utf8')).toBe(line(1));
    expect(readFileSync(`${path}.1.2026-11-17-2.aside`, 'utf8')).toBe(line(1, 7));
  });

  it('is listed with the newest file first', () => {
    for (const day of ['2026-11-17', '2027-01-02', '2026-12-24']) {
      writeFileSync(`${path}.2.${day}.aside`, line(2));
    }
    expect(listRetiredKeys(path).map(({ since }) => since)).toEqual([
      '2027-01-02',
      '2026-12-24',
      '2026-11-17',
    ]);
    expect(retiredKeyOf(2).since).toBe('2027-01-02');
  });

  it('is not found in a missing folder', () => {
    expect(listRetiredKeys(join(folder, 'away', 'master.key'))).toEqual([]);
  });

  it('is named in the refusal if a file does not hold it', () => {
    expect(() => retireKey(path, 3, now)).toThrow(`${path} holds no master key 3.`);
    retireKey(path, 1, now);
    const aside = retiredKeyOf(1);
    writeFileSync(aside.path, line(2));
    expect(() => reinstateKey(path, aside)).toThrow(`${aside.path} holds no master key 1.`);
  });
});
