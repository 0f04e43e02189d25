import { createHash } from 'node:crypto';
import { lstatSync, readdirSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';

/** A digest of the names and contents of files and folders, without the skipped names. */
export async function fingerprint(base, paths, skipped = []) {
  const hash = createHash('sha256');
  for (const path of paths) {
    for (const file of (await filesIn(join(base, path), skipped)).sort()) {
      hash.update(`${relative(base, file)}\0`);
      hash.update(
        createHash('sha256')
          .update(await readFile(file))
          .digest(),
      );
    }
  }
  return hash.digest('hex');
}

/** Every file below a folder, or the file itself. */
export async function filesIn(path, skipped = []) {
  if ((await stat(path)).isFile()) return [path];
  const files = [];
  for (const entry of await readdir(path, { withFileTypes: true })) {
    if (skipped.includes(entry.name)) continue;
    const full = join(path, entry.name);
    if (entry.isDirectory()) files.push(...(await filesIn(full, skipped)));
    else if (entry.isFile()) files.push(full);
  }
  return files;
}

/**
 * Minimum age of the last change before caching: a second change within the resolution of file
 * times would be missed.
 */
const restMs = 2_000;

/**
 * The fingerprint of files and folders, cached in a file together with their names, sizes, inodes
 * and times: while these are unchanged, no content is read. The change time of an inode cannot be
 * set back, so no checkout, pull or edit is missed.
 */
export async function cachedFingerprint(memory, base, paths, skipped = []) {
  const { metadata, isAtRest } = metadataOf(base, paths, skipped);
  const [cachedMetadata, cachedStamp] = (await readFile(memory, 'utf8').catch(() => '')).split(
    '\n',
  );
  if (cachedMetadata === metadata) return cachedStamp;
  const stamp = await fingerprint(base, paths, skipped);
  // Without write access the files are read each time.
  if (isAtRest) await remember(memory, `${metadata}\n${stamp}`).catch(() => {});
  return stamp;
}

function metadataOf(base, paths, skipped) {
  const files = [];
  let changedAt = 0n;
  const visit = (path) => {
    const stats = lstatSync(`${base}/${path}`, { bigint: true });
    if (stats.isDirectory()) {
      const names = readdirSync(`${base}/${path}`).filter((name) => !skipped.includes(name));
      for (const name of names) visit(`${path}/${name}`);
    } else {
      const { size, ino, mtimeNs, ctimeNs } = stats;
      files.push(`${path}\0${size} ${ino} ${mtimeNs} ${ctimeNs}`);
      if (ctimeNs > changedAt) changedAt = ctimeNs;
    }
  };
  for (const path of paths) visit(path);
  const nowMs = performance.timeOrigin + performance.now();
  return {
    metadata: createHash('sha256').update(files.join('\n')).digest('hex'),
    isAtRest: Number(changedAt / 1_000_000n) < nowMs - restMs,
  };
}

/** Renames the file into place, because two processes may write concurrently. */
async function remember(memory, text) {
  await mkdir(dirname(memory), { recursive: true });
  const temporary = `${memory}.${process.pid}`;
  await writeFile(temporary, text);
  await rename(temporary, memory);
}
