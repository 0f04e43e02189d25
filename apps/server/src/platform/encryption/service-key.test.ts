import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Database } from '../database/database.ts';
import type { WrappedKey } from './master-keys.ts';
import { createLinkTokens, createValueSigner } from './tokens.ts';

/** Keys that depend on a number, as two installations have them. */
const keyOf = (installation: number) => ({
  derive: (purpose: string) => Buffer.from(`${installation}/${purpose}`),
});

/** The one row of its table. */
let row: WrappedKey | undefined;
vi.mock('./key-repository.ts', () => ({
  readServiceKey: async () => row,
  readOrCreateServiceKey: async (_: Database, fresh: WrappedKey) => {
    row ??= fresh;
    return row;
  },
  rewrapServiceKey: async (_: Database, wrapped: WrappedKey) => {
    row = wrapped;
  },
}));
// Tests of a worker share their modules: none may have loaded these with the real table, nor go on with this one.
vi.resetModules();
afterAll(() => {
  vi.resetModules();
});
const { MasterKeyInvalid } = await import('./key-file.ts');
const { loadMasterKeys } = await import('./master-keys.ts');
const {
  assertServiceKeyOpens: assertServiceKeyUnwraps,
  createServiceKey,
  renewServiceKeyWrapping: rewrapServiceKey,
  ServiceKeyClosed: ServiceKeyNotLoaded,
} = await import('./service-key.ts');

beforeEach(() => {
  row = undefined;
});

describe('the service key', () => {
  const base64 = (byte: number) => Buffer.alloc(32, byte).toString('base64');
  const keys = (text: string) => loadMasterKeys({ kind: 'value', text });
  const first = keys(base64(1));
  const both = keys(`1:${base64(1)},2:${base64(2)}`);
  const second = keys(`2:${base64(2)}`);
  const database = {} as Database;
  const clock = { now: () => new Date('2026-11-01T10:00:00Z') };
  const opened = async (masterKeys = first) => {
    const key = createServiceKey();
    await key.open(database, masterKeys, clock);
    return key;
  };

  it('gives nothing before it was opened', () => {
    const derive = () => createServiceKey().derive('anything');
    expect(derive).toThrow(ServiceKeyNotLoaded);
    expect(derive).toThrow('The service key is not opened yet.');
  });

  it('is made once, and then gives every process the same key for a purpose', async () => {
    const key = await opened();
    const again = await opened();
    expect(key.derive('cookies')).toHaveLength(32);
    expect(again.derive('cookies')).toEqual(key.derive('cookies'));
    expect(key.derive('cookies')).toBe(key.derive('cookies'));
  });

  it('gives unrelated keys for different purposes, and in different installations', async () => {
    const key = await opened();
    expect(key.derive('cookies')).not.toEqual(key.derive('links'));
    row = undefined;
    expect((await opened()).derive('cookies')).not.toEqual(key.derive('cookies'));
  });

  it('is closed with the newest master key, and stays the same', async () => {
    const before = (await opened()).derive('cookies');
    await rewrapServiceKey(database, both);
    expect(row?.master_version).toBe(2);
    expect((await opened(second)).derive('cookies')).toEqual(before);
  });

  it('is left alone where the newest master key has closed it, or where there is none', async () => {
    await rewrapServiceKey(database, first);
    expect(row).toBeUndefined();
    await opened();
    const stored = row;
    await rewrapServiceKey(database, first);
    expect(row).toBe(stored);
  });

  it('tells other master keys from those that closed it', async () => {
    await opened();
    const wrapped = row as WrappedKey;
    expect(() => assertServiceKeyUnwraps(first, wrapped)).not.toThrow();
    expect(() => assertServiceKeyUnwraps(keys(base64(3)), wrapped)).toThrow(MasterKeyInvalid);
    expect(() => assertServiceKeyUnwraps(second, wrapped)).toThrow(MasterKeyInvalid);
  });
});

describe('the token of a link', () => {
  it('is always the same for one link, different for others and with other keys', () => {
    const tokens = createLinkTokens(keyOf(1));
    expect(tokens.tokenOf('a')).toBe(tokens.tokenOf('a'));
    expect(tokens.tokenOf('a')).not.toBe(tokens.tokenOf('b'));
    expect(tokens.tokenOf('a')).not.toBe(createLinkTokens(keyOf(2)).tokenOf('a'));
    expect(Buffer.from(tokens.tokenOf('a'), 'base64url')).toHaveLength(32);
  });

  it('is not in the row of its link, which has its digest', () => {
    const tokens = createLinkTokens(keyOf(1));
    const { id, digest } = tokens.create();
    expect(tokens.create().id).not.toBe(id);
    expect(tokens.create(id)).toEqual({ id, digest: tokens.digestOf(tokens.tokenOf(id)) });
    expect([id, digest]).not.toContain(tokens.tokenOf(id));
  });
});

describe('a signed value', () => {
  const signer = createValueSigner(keyOf(1), 'test');

  it('is opened by anyone who has the key', () => {
    expect(signer.open(signer.sign('a.b.c'))).toBe('a.b.c');
    expect(signer.open(signer.sign(''))).toBe('');
  });

  it('is refused when it was changed, cut or signed with another key or for another purpose', () => {
    const signed = signer.sign('value');
    for (const forged of [
      '',
      '.',
      'value',
      'value.',
      `x${signed}`,
      `${signed}x`,
      createValueSigner(keyOf(2), 'test').sign('value'),
      createValueSigner(keyOf(1), 'other').sign('value'),
    ]) {
      expect(signer.open(forged)).toBeUndefined();
    }
  });
});
