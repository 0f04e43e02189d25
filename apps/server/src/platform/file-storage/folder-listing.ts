import type { Dirent } from 'node:fs';
import { opendir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { absent } from './folder-files.ts';
import { isObjectKey } from './object-key.ts';
import type { ObjectFacts } from './object-store.ts';

/** Keys hold no dot, so an object never shares its name with the folder of longer keys. */
export const objectSuffix = '.object';

/** How many names are held in memory at once; a larger folder is read several times. */
const namesAtOnce = 10_000;

/** The objects whose keys begin with the prefix, in the order of their keys. */
export async function* listFolder(
  root: string,
  prefix: string,
  atOnce = namesAtOnce,
): AsyncGenerator<ObjectFacts & { key: string }> {
  const cut = prefix.lastIndexOf('/') + 1;
  yield* listBelow(root, prefix.slice(0, cut), prefix.slice(cut), atOnce);
}

async function* listBelow(
  root: string,
  folder: string,
  begin: string,
  atOnce: number,
): AsyncGenerator<ObjectFacts & { key: string }> {
  for await (const name of orderedNames(join(root, folder), begin, atOnce)) {
    const key = folder + name;
    if (name.endsWith('/')) {
      yield* listBelow(root, key, '', atOnce);
      continue;
    }
    const facts = await objectFacts(join(root, key + objectSuffix));
    if (facts) yield { key, ...facts };
  }
}

export async function objectFacts(path: string): Promise<ObjectFacts | undefined> {
  const found = await stat(path).catch(absent);
  return found && { size: found.size, modified_at: found.mtime };
}

/** Objects by their name, folders with a slash: that puts both where their keys belong. */
async function* orderedNames(folder: string, begin: string, atOnce: number) {
  let after = '';
  for (;;) {
    const names = await namesAfter(after, folder, begin, atOnce);
    yield* names;
    const last = names.at(-1);
    if (last === undefined || names.length < atOnce) return;
    after = last;
  }
}

/** The first `atOnce` names in order, with never more than twice as many in memory. */
async function namesAfter(
  after: string,
  folder: string,
  begin: string,
  atOnce: number,
): Promise<string[]> {
  const entries = await opendir(folder, { bufferSize: 256 }).catch(absent);
  let names: string[] = [];
  for await (const entry of entries ?? []) {
    const name = nameOf(entry);
    if (!name?.startsWith(begin) || name <= after) continue;
    names.push(name);
    if (names.length === 2 * atOnce) names = names.sort().slice(0, atOnce);
  }
  return names.sort().slice(0, atOnce);
}

/** Undefined for whatever is not ours: unfinished files, a file manager's leavings. */
function nameOf(entry: Dirent): string | undefined {
  if (entry.isDirectory()) return isObjectKey(entry.name) ? `${entry.name}/` : undefined;
  const name = entry.name.slice(0, -objectSuffix.length);
  return entry.name.endsWith(objectSuffix) && isObjectKey(name) ? name : undefined;
}
