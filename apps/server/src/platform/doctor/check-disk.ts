import { constants } from 'node:fs';
import { access, stat, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type Finding, warning, wrong } from './finding.ts';
import { judgeDisk } from './judge-disk.ts';

/** Whether a folder may be written to, or made, and whether its disk has room. */
export async function checkFolder(name: string, folder: string): Promise<Finding> {
  const about = `Disk (${name})`;
  const place = await nearestPlace(folder);
  const facts = await stat(place);
  if (!facts.isDirectory()) {
    return wrong(about, `${place} is not a folder`, `Name another ${name}.`);
  }
  // The administrator may do what the server may not.
  if (process.getuid?.() === 0 && facts.uid !== 0) {
    const says = `${place} belongs to another user than the one who runs this`;
    return warning(about, says, 'Run this as the user of the server, who meets other rights.');
  }
  try {
    await access(place, constants.W_OK | constants.X_OK);
  } catch {
    const todo = 'Give it to the user of the server (chown), or name another one.';
    return wrong(about, `${place} may not be written to`, todo);
  }
  return judgeDisk(about, folder, await statfs(place));
}

/** The folder itself, or the part of its path that is there. */
async function nearestPlace(path: string): Promise<string> {
  const isThere = await stat(path).then(
    () => true,
    () => false,
  );
  return isThere || path === dirname(path) ? path : nearestPlace(dirname(path));
}
