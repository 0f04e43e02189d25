import { mkdir, readdir, readlink, rename, rm, stat, symlink, utimes } from 'node:fs/promises';
import { join } from 'node:path';

const keptBuilds = 3;

/** The stamp of the build that `current` leads to. */
export function currentBuild(dist) {
  return readlink(join(dist, 'current')).catch(() => undefined);
}

/**
 * Each build has a folder of its own, and `current` leads to the last one: a program that runs keeps
 * the files it was started from, also those that it has not read yet. `make` fills a new folder;
 * only a whole one gets its name. Going back to an earlier stamp makes nothing anew.
 */
export async function placeBuild(dist, stamp, make) {
  const place = join(dist, stamp);
  if (!(await isThere(place))) {
    const fresh = join(dist, 'fresh');
    await rm(fresh, { recursive: true, force: true });
    await mkdir(fresh, { recursive: true });
    await make(fresh);
    await rename(fresh, place);
  }
  const nowSeconds = (performance.timeOrigin + performance.now()) / 1000;
  await utimes(place, nowSeconds, nowSeconds);
  await rm(join(dist, 'next'), { force: true });
  // Relative, so that the project may be moved.
  await symlink(stamp, join(dist, 'next'), 'dir');
  await rename(join(dist, 'next'), join(dist, 'current'));
  await removeOldBuilds(dist);
}

function isThere(path) {
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
