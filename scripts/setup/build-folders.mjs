import { mkdir, readdir, readlink, rename, rm, stat, symlink, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { cachedFingerprint } from './fingerprint.mjs';
import { root } from './project.mjs';

const keptBuilds = 3;
const skippedNames = ['dist', '.cache', 'node_modules', 'test'];

/**
 * Builds with `make` into a folder below `dist`, unless `current` was built from the same inputs.
 */
export async function buildOnce(dist, inputs, make) {
  const stamp = await cachedFingerprint(join(dist, '.inputs'), root, inputs, skippedNames);
  if ((await currentBuild(dist)) === stamp) return;
  const { withLock } = await import('./exclusive.mjs');
  await withLock(
    root,
    async () => {
      if ((await currentBuild(dist)) !== stamp) await placeBuild(dist, stamp, make);
    },
    () => console.log('Another process is setting up this folder; waiting for it.'),
  );
}

/** The stamp of the build that `current` links to. */
export function currentBuild(dist) {
  return readlink(join(dist, 'current')).catch(() => undefined);
}

/**
 * Builds with `make` into a folder named by the stamp, and links `current` to it. Recent builds are
 * kept, so that a running program keeps its files. A folder gets its name only when `make` has
 * completed it; an existing folder is reused without a build.
 */
export async function placeBuild(dist, stamp, make) {
  const target = join(dist, stamp);
  if (!(await exists(target))) {
    const fresh = join(dist, 'fresh');
    await rm(fresh, { recursive: true, force: true });
    await mkdir(fresh, { recursive: true });
    await make(fresh);
    await rename(fresh, target);
  }
  const nowSeconds = (performance.timeOrigin + performance.now()) / 1000;
  await utimes(target, nowSeconds, nowSeconds);
  await rm(join(dist, 'next'), { force: true });
  // Relative, so that the project may be moved.
  await symlink(stamp, join(dist, 'next'), 'dir');
  await rename(join(dist, 'next'), join(dist, 'current'));
  await removeOldBuilds(dist);
}

export function exists(path) {
  return stat(path).then(
    () => true,
    () => false,
  );
}

async function removeOldBuilds(dist) {
  const entries = await readdir(dist, { withFileTypes: true });
  const builds = await Promise.all(
    entries
      .filter((entry) => entry.isDirectory())
      .map(async ({ name }) => {
        const path = join(dist, name);
        return { path, usedAt: (await stat(path)).mtimeMs };
      }),
  );
  builds.sort((one, other) => other.usedAt - one.usedAt);
  for (const { path } of builds.slice(keptBuilds)) await rm(path, { recursive: true });
}
