import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';

/** A digest of names and contents of files and of everything in folders, skipping some names. */
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
