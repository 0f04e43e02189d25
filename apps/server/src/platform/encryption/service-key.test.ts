import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Database } from '../database/database.ts';
import type { WrappedKey } from './master-keys.ts';

/** The single row of the table. */
let row: WrappedKey | undefined;
vi.mock('./key-repository.ts', () => ({
  findServiceKey: async () => row,
  findOrInsertServiceKey: async (_: Database, fresh: WrappedKey) => {
    row ??= fresh;
    return row;
  },
  updateServiceKey: async (_: Database, wrapped: WrappedKey) => {
    row = wrapped;
  },
}));
// Test files share modules: neither reuse the real repository nor leave this mock behind.
vi.resetModules();
afterAll(() => {
  vi.resetModules();
});
const { MasterKeyInvalid } = await import('./key-file.ts');
const { masterKeysFrom } = await import('../../../test/master-keys.ts');
const { assertServiceKeyUnwraps, createServiceKey, rewrapServiceKey, ServiceKeyNotLoaded } =
  await import('./service-key.ts');

beforeEach(() => {
  row = undefined;
});

describe('the service key', () => {
  const base64 = (byte: number) => Buffer.alloc(32, byte).toString('base64');
  const keys = masterKeysFrom;
  const first = keys(base64(1));
  const both = keys(`1:${base64(1)},2:${base64(2)}`);
  const second = keys(`2:${base64(2)}`);
  const database = {} as Database;
  const clock = { now: () => new Date('2026-11-01T10:00:00Z') };
  const opened = async (masterKeys = first) => {
    const key = createServiceKey();
    await key.load(database, masterKeys, clock);
    return key;
  };

  it('derives nothing before it was loaded', () => {
    const derive = () => createServiceKey().derive('anything');
    expect(derive).toThrow(ServiceKeyNotLoaded);
    expect(derive).toThrow('The service key has not been loaded yet.');
  });

  it('is created once and gives all processes the same keys', async () => {
    const key = await opened();
    const again = await opened();
    expect(key.derive('cookies')).toHaveLength(32);
    expect(again.derive('cookies')).toEqual(key.derive('cookies'));
    expect(key.derive('cookies')).toBe(key.derive('cookies'));
  });

  it('derives different keys for different purposes and installations', async () => {
    const key = await opened();
    expect(key.derive('cookies')).not.toEqual(key.derive('links'));
    row = undefined;
    expect((await opened()).derive('cookies')).not.toEqual(key.derive('cookies'));
  });

  it('stays the same when rewrapped with the newest master key', async () => {
    const before = (await opened()).derive('cookies');
    await rewrapServiceKey(database, both);
    expect(row?.master_version).toBe(2);
    expect((await opened(second)).derive('cookies')).toEqual(before);
  });

  it('is not rewrapped if it is current or missing', async () => {
    await rewrapServiceKey(database, first);
    expect(row).toBeUndefined();
    await opened();
    const stored = row;
    await rewrapServiceKey(database, first);
    expect(row).toBe(stored);
  });

  it('does not open with other master keys', async () => {
    await opened();
    const wrapped = row as WrappedKey;
    expect(() => assertServiceKeyUnwraps(first, wrapped)).not.toThrow();
    expect(() => assertServiceKeyUnwraps(keys(base64(3)), wrapped)).toThrow(MasterKeyInvalid);
    expect(() => assertServiceKeyUnwraps(second, wrapped)).toThrow(MasterKeyInvalid);
  });
});
