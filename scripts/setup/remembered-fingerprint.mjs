import { createHash } from 'node:crypto';
import { lstatSync, readdirSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fingerprint } from './fingerprint.mjs';

/** A change so soon after the look could leave a file with the times that were seen. */
const restMs = 2_000;

/**
 * The fingerprint of files and folders, remembered in a file together with how they looked: while
 * no name, size, inode or time differs, nothing is read again. The time of the last change of an
 * inode cannot be set back, so that no checkout, pull or edit goes unnoticed.
 */
export async function rememberedFingerprint(memory, base, paths, skipped = []) {
  const { look, isAtRest } = lookOf(base, paths, skipped);
  const [seen, known] = (await readFile(memory, 'utf8').catch(() => '')).split('\n');
  if (seen === look) return known;
  const stamp = await fingerprint(base, paths, skipped);
  // Where nothing can be written, the files are read each time.
  if (isAtRest) await remember(memory, `${look}\n${stamp}`).catch(() => {});
  return stamp;
}

function lookOf(base, paths, skipped) {
  const files = [];
  let changedAt = 0n;
  const lookAt = (path) => {
    const stats = lstatSync(`${base}/${path}`, { bigint: true });
    if (stats.isDirectory()) {
      const names = readdirSync(`${base}/${path}`).filter((name) => !skipped.includes(name));
      for (const name of names) lookAt(`${path}/${name}`);
    } else {
      const { size, ino, mtimeNs, ctimeNs } = stats;
      files.push(`${path}\0${size} ${ino} ${mtimeNs} ${ctimeNs}`);
      if (ctimeNs > changedAt) changedAt = ctimeNs;
    }
  };
  for (const path of paths) lookAt(path);
  const nowMs = performance.timeOrigin + performance.now();
  return {
    look: createHash('sha256').update(files.join('\n')).digest('hex'),
    isAtRest: Number(changedAt / 1_000_000n) < nowMs - restMs,
  };
}

/** Written aside and renamed: two processes may remember at once. */
async function remember(memory, text) {
  await mkdir(dirname(memory), { recursive: true });
  const aside = `${memory}.${process.pid}`;
  await writeFile(aside, text);
  await rename(aside, memory);
}
