import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addKeyToFile, MasterKeyInvalid, parseKeyRing } from './key-file.ts';
import { loadExistingMasterKeys, loadMasterKeys } from './master-keys.ts';
import { retireKey } from './retired-keys.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'zavet-keys-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const base64 = (byte: number) => Buffer.alloc(32, byte).toString('base64');
const secret = Buffer.alloc(32, 9);

describe('the master keys', () => {
  it('are generated once, readable by their owner alone, and found again', () => {
    const first = loadMasterKeys({ kind: 'generated', dataDir: folder });
    const path = join(folder, 'keys', 'master.key');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(parseKeyRing(readFileSync(path, 'utf8'), path).get(1)).toHaveLength(32);
    const second = loadMasterKeys({ kind: 'generated', dataDir: folder });
    expect(second.unwrap('place', first.wrap('place', secret))).toEqual(secret);
  });

  it('are generated into a folder that is made for them, open to its owner alone', () => {
    const dataDir = join(folder, 'new', 'data');
    loadMasterKeys({ kind: 'generated', dataDir });
    expect(statSync(join(dataDir, 'keys')).mode & 0o777).toBe(0o700);
    expect(readdirSync(join(dataDir, 'keys'))).toEqual(['master.key']);
  });

  it('are found again beside the database that they belong to', () => {
    const first = loadMasterKeys({ kind: 'generated', dataDir: folder });
    mkdirSync(join(folder, 'database'));
    const second = loadMasterKeys({ kind: 'generated', dataDir: folder });
    expect(second.unwrap('place', first.wrap('place', secret))).toEqual(secret);
  });

  it('are never made by a command that works on what is there', () => {
    const source = { kind: 'generated', dataDir: folder } as const;
    const path = join(folder, 'keys', 'master.key');
    expect(() => loadExistingMasterKeys(source)).toThrow(
      `The master key ${path} is missing; put it back, or say with MASTER_KEY_FILE where it lies.`,
    );
    expect(readdirSync(folder)).toEqual([]);
    const wrapped = loadMasterKeys(source).wrap('place', secret);
    expect(loadExistingMasterKeys(source).unwrap('place', wrapped)).toEqual(secret);
    const value = loadExistingMasterKeys({ kind: 'value', text: base64(1) });
    expect(value.versions()).toEqual([1]);
  });

  it('are not made again for a data folder that already holds a database', () => {
    mkdirSync(join(folder, 'database'));
    expect(() => loadMasterKeys({ kind: 'generated', dataDir: folder })).toThrow(/is missing/);
  });

  it('are refused when their file is missing or holds something else', () => {
    const path = join(folder, 'master.key');
    for (const mustBePrivate of [false, true]) {
      expect(() => loadMasterKeys({ kind: 'file', path, mustBePrivate })).toThrow(
        expect.objectContaining({
          message: `MASTER_KEY_FILE names ${path}, which cannot be read.`,
          cause: expect.objectContaining({ code: 'ENOENT' }),
        }),
      );
    }
    for (const text of [
      '',
      'too short',
      base64(1).slice(4),
      `0:${base64(1)}`,
      `x:${base64(1)}`,
      `${base64(1)}!`,
    ]) {
      writeFileSync(path, text);
      expect(() => loadMasterKeys({ kind: 'file', path })).toThrow(/must hold 32 bytes/);
    }
    writeFileSync(path, `1:${base64(1)}\n1:${base64(2)}\n`);
    expect(() => loadMasterKeys({ kind: 'file', path })).toThrow(/two master keys of version 1/);
  });

  it('are refused by the name of the setting that holds something else', () => {
    const text = 'too short';
    expect(() => loadMasterKeys({ kind: 'value', text })).toThrow('MASTER_KEY must hold 32 bytes');
  });

  it('may be written with spaces, without padding and under any number', () => {
    const text = ` 12:${base64(1)} , 7:${base64(2).replace('=', '')}\n`;
    const keys = loadMasterKeys({ kind: 'value', text });
    expect(keys.versions()).toEqual([12, 7]);
    expect(keys.newestVersion()).toBe(12);
    expect(keys.isPresent()).toBe(true);
  });

  it('need no private file on a system that has no such rights', () => {
    const path = join(folder, 'master.key');
    writeFileSync(path, base64(1));
    chmodSync(path, 0o644);
    const { platform } = process;
    Object.defineProperty(process, 'platform', { value: 'win32' });
    try {
      const keys = loadMasterKeys({ kind: 'file', path, mustBePrivate: true });
      expect(keys.versions()).toEqual([1]);
    } finally {
      Object.defineProperty(process, 'platform', { value: platform });
    }
  });

  it.each([0o644, 0o640, 0o604, 0o660, 0o610])(
    'are refused where they must be private and their file has mode %o, with what to do',
    (mode) => {
      const path = join(folder, 'master.key');
      writeFileSync(path, base64(1));
      chmodSync(path, mode);
      expect(() => loadMasterKeys({ kind: 'file', path, mustBePrivate: true })).toThrow(
        `run chmod 600 ${path} first`,
      );
      expect(loadMasterKeys({ kind: 'file', path }).versions()).toEqual([1]);
    },
  );

  it.each([0o600, 0o400])('are taken from a private file with mode %o', (mode) => {
    const path = join(folder, 'master.key');
    writeFileSync(path, base64(1));
    chmodSync(path, mode);
    const keys = loadMasterKeys({ kind: 'file', path, mustBePrivate: true });
    expect(keys.versions()).toEqual([1]);
    if (mode === 0o400) return;
    // A rotation writes the file again.
    addKeyToFile(path);
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it('notice when their file disappears, and go on with what they know', () => {
    const keys = loadMasterKeys({ kind: 'generated', dataDir: folder });
    expect(keys.isPresent()).toBe(true);
    rmSync(join(folder, 'keys'), { recursive: true });
    expect(keys.isPresent()).toBe(false);
    expect(keys.unwrap('place', keys.wrap('place', secret))).toEqual(secret);
  });

  it('close with the newest and still open what an older one closed', () => {
    const path = join(folder, 'master.key');
    writeFileSync(path, base64(1));
    const running = loadMasterKeys({ kind: 'file', path });
    const old = running.wrap('place', secret);
    expect(addKeyToFile(path)).toBe(2);
    expect(readdirSync(folder)).toEqual(['master.key']);
    expect(running.newestVersion()).toBe(2);
    const renewed = running.wrap('place', secret);
    expect(renewed.master_version).toBe(2);
    expect(running.unwrap('place', old)).toEqual(secret);
    const aside = retireKey(path, 1, new Date('2026-11-17T22:00:00Z'));
    const restarted = loadMasterKeys({ kind: 'file', path });
    expect(restarted.unwrap('place', renewed)).toEqual(secret);
    expect(() => restarted.unwrap('place', old)).toThrow(
      `it lies in ${aside}, and npm run keys -- take-back 1 puts it back.`,
    );
  });

  it('find a version that was added while they run when they meet it', () => {
    const path = join(folder, 'master.key');
    writeFileSync(path, base64(1));
    const running = loadMasterKeys({ kind: 'file', path });
    addKeyToFile(path);
    const other = loadMasterKeys({ kind: 'file', path });
    expect(running.unwrap('place', other.wrap('place', secret))).toEqual(secret);
  });

  it('open a key only where it belongs, and not with another master', () => {
    const keys = loadMasterKeys({ kind: 'value', text: base64(1) });
    const wrapped = keys.wrap('place', secret);
    expect(() => keys.unwrap('elsewhere', wrapped)).toThrow(MasterKeyInvalid);
    const others = loadMasterKeys({ kind: 'value', text: base64(2) });
    expect(() => others.unwrap('place', wrapped)).toThrow(
      expect.objectContaining({
        message: expect.stringContaining('does not open'),
        cause: expect.any(Error),
      }),
    );
  });
});
