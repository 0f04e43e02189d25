import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { currentBuild, placeBuild } from './build-folders.mjs';

let dist;
beforeEach(async () => {
  dist = await mkdtemp(join(tmpdir(), 'zavet-builds-'));
});
afterEach(() => rm(dist, { recursive: true }));

const build = (stamp) =>
  placeBuild(dist, stamp, (folder) => writeFile(join(folder, 'serve.js'), stamp));
const inBuild = (name) => readFile(join(dist, name, 'serve.js'), 'utf8');

describe('a build', () => {
  it('is the target of `current`', async () => {
    expect(await currentBuild(dist)).toBeUndefined();
    await build('one');
    expect(await currentBuild(dist)).toBe('one');
    expect(await inBuild('current')).toBe('one');
  });

  it('does not delete the previous one, which programs may be running', async () => {
    await build('one');
    await build('two');
    expect(await inBuild('current')).toBe('two');
    expect(await inBuild('one')).toBe('one');
  });

  it('that fails changes nothing', async () => {
    await build('one');
    const failing = placeBuild(dist, 'two', async (folder) => {
      await writeFile(join(folder, 'serve.js'), 'incomplete');
      throw new Error('no room');
    });
    await expect(failing).rejects.toThrow('no room');
    expect(await currentBuild(dist)).toBe('one');
    await build('two');
    expect(await inBuild('current')).toBe('two');
  });

  it('is reused for an earlier stamp without building again', async () => {
    await build('one');
    await build('two');
    await placeBuild(dist, 'one', () => expect.unreachable());
    expect(await inBuild('current')).toBe('one');
  });

  it('is removed after three newer ones', async () => {
    for (const stamp of ['one', 'two', 'three', 'four']) await build(stamp);
    expect((await readdir(dist)).sort()).toEqual(['current', 'four', 'three', 'two']);
  });
});
