import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLinkTokens } from './link-tokens.ts';
import { loadMasterKey, MasterKeyInvalid } from './master-key.ts';
import { createValueSigner } from './signed-value.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'zavet-keys-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const base64 = (byte: number) => Buffer.alloc(32, byte).toString('base64');
const keyOf = (byte: number) => loadMasterKey({ kind: 'value', base64: base64(byte) });

describe('the master key', () => {
  it('is generated once, readable by its owner alone, and found again', () => {
    const first = loadMasterKey({ kind: 'generated', dataDir: folder });
    const path = join(folder, 'keys', 'master.key');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(Buffer.from(readFileSync(path, 'utf8'), 'base64')).toHaveLength(32);
    const second = loadMasterKey({ kind: 'generated', dataDir: folder });
    expect(second.derive('a')).toEqual(first.derive('a'));
  });

  it('is not made anew for a data folder that already holds a database', () => {
    mkdirSync(join(folder, 'database'));
    expect(() => loadMasterKey({ kind: 'generated', dataDir: folder })).toThrow(/is missing/);
  });

  it('gives unrelated keys for different purposes and for different masters', () => {
    expect(keyOf(1).derive('a')).not.toEqual(keyOf(1).derive('b'));
    expect(keyOf(1).derive('a')).not.toEqual(keyOf(2).derive('a'));
  });

  it('is refused when its file is missing or holds something else', () => {
    const path = join(folder, 'master.key');
    expect(() => loadMasterKey({ kind: 'file', path })).toThrow(MasterKeyInvalid);
    writeFileSync(path, 'too short');
    expect(() => loadMasterKey({ kind: 'file', path })).toThrow(/must hold 32 bytes/);
  });

  it('notices when its file disappears', () => {
    const key = loadMasterKey({ kind: 'generated', dataDir: folder });
    expect(key.isPresent()).toBe(true);
    rmSync(join(folder, 'keys'), { recursive: true });
    expect(key.isPresent()).toBe(false);
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
});

describe('a signed value', () => {
  const signer = createValueSigner(keyOf(1).derive('test'));

  it('is opened by whoever has the key', () => {
    expect(signer.open(signer.sign('a.b.c'))).toBe('a.b.c');
  });

  it('is refused when it was changed, cut or signed with another key', () => {
    const other = createValueSigner(keyOf(2).derive('test'));
    const signed = signer.sign('value');
    for (const forged of [
      '',
      '.',
      'value',
      'value.',
      `x${signed}`,
      `${signed}x`,
      other.sign('value'),
    ]) {
      expect(signer.open(forged)).toBeUndefined();
    }
  });
});
